import type { OutlineKind } from '#domain/pages/outline-kinds.ts';

interface Outline {
  readonly title: string;
  readonly slug: string;
  /** `{name}` is the name of the publication. */
  readonly excerpt: string;
  /** Each heading with what the section should say. */
  readonly sections: readonly (readonly [heading: string, prompt: string])[];
}

/** Ready-made outlines. The prompts in square brackets are replaced by the newsroom before it publishes the page. */
export const OUTLINES: Readonly<Record<OutlineKind, Outline>> = {
  ethics: {
    title: 'Ethics',
    slug: 'ethics',
    excerpt: 'The rules that everyone who works for {name} follows.',
    sections: [
      ['Accuracy', 'How facts are checked before an article is published, and by whom.'],
      ['Sources', 'When a source may stay anonymous, and who has to know the name.'],
      [
        'Independence',
        'Which gifts, payments and other work are not accepted, and how conflicts are disclosed.',
      ],
      ['Fairness', 'How people who are criticised can respond before publication.'],
      [
        'Use of artificial intelligence',
        'Where such tools are used, where they are not, and who answers for the result.',
      ],
      ['Questions', 'Whom readers can contact about these rules.'],
    ],
  },
  corrections: {
    title: 'Corrections policy',
    slug: 'corrections',
    excerpt: 'How {name} corrects errors, and how to report one.',
    sections: [
      ['Report an error', 'The address for reports, and when an answer can be expected.'],
      ['How errors are corrected', 'Who decides, how quickly, and what happens to the former text.'],
      [
        'How corrections are shown',
        'Where the note is placed, what it says, and when an article is updated without one.',
      ],
      ['Removing articles', 'Why articles are normally corrected instead of removed, and the exceptions.'],
    ],
  },
  ownership: {
    title: 'Ownership and funding',
    slug: 'ownership',
    excerpt: 'Who owns {name}, and who pays for it.',
    sections: [
      ['Owner', 'The legal name, form and seat of the owner, and who controls it.'],
      ['Funding', 'The sources of income and their shares: readers, advertisers, grants, donors.'],
      ['Editorial independence', 'Who decides about articles, and how owner and donors are kept out of it.'],
      ['Largest contributors', 'Names and amounts above a threshold, with the date of this list.'],
    ],
  },
  masthead: {
    title: 'Masthead',
    slug: 'masthead',
    excerpt: 'The people who make {name}.',
    sections: [
      ['Editor-in-chief', 'Name and contact.'],
      ['Editors', 'Names and subjects.'],
      ['Writers', 'Names and subjects.'],
      ['Contributors', 'Names.'],
      ['Publisher', 'Name, and the person who is legally responsible.'],
    ],
  },
  privacy: {
    title: 'Privacy',
    slug: 'privacy',
    excerpt: 'Which personal data {name} stores, why, and for how long.',
    sections: [
      ['Who is responsible', 'Name, postal address and email address.'],
      [
        'What is stored when you read',
        'The log of the server and of any service in front of it, and how long it is stored.',
      ],
      [
        'Comments, newsletter and messages',
        'Which data is stored, for what purpose and on which legal basis.',
      ],
      ['Who else receives data', 'The providers of hosting and email, and where they are.'],
      [
        'Your rights',
        'How to see, correct, download and delete your data. The page “Your data” does this at any time.',
      ],
      ['Complaints', 'The supervisory authority.'],
    ],
  },
  imprint: {
    title: 'Imprint',
    slug: 'imprint',
    excerpt: 'Who publishes {name}, and how to reach us.',
    sections: [
      ['Publisher', 'Legal name, legal form, postal address.'],
      ['Represented by', 'Names of those who may act for the publisher.'],
      ['Contact', 'Email address and telephone number.'],
      ['Registration', 'Register, number and tax number, where there are any.'],
      ['Responsible for the content', 'Name and postal address.'],
    ],
  },
};

/** The HTML of an outline, for the text editor. */
export const outlineContent = ({ sections }: Outline): string =>
  sections.map(([heading, prompt]) => `<h2>${heading}</h2><p>[${prompt}]</p>`).join('');
