const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung';

/** What the articles of a publication say. */
export const TEXTS = {
  longHeadline: {
    title:
      'Why the Harbor Authority Postponed the Third Berth Again, and What the Ferry Operators, Fishers and Market Traders of Both Shores Expect Now',
    excerpt:
      'Twice approved, three times postponed: the minutes of the board, which were released after a request of this publication, show who objected and what a delay of eighteen months costs.',
  },
  longWord: {
    title: LONG_WORD,
    excerpt: `${LONG_WORD} and www.a-very-long-address.example/${'path/'.repeat(20)}`,
  },
  portrait: {
    title: 'The Stadium at Night',
    excerpt: 'A portrait of the people who work when the match is over.',
  },
  headlines: [
    'Grain Prices Fall',
    'A Ferry for Two Towns',
    'What a Ballot Costs, by District and by Year',
    'Rain',
  ],
  excerpt:
    'What was promised in spring, what was built by autumn, and who has paid for the difference since.',
  tags: ['Harbor', 'Public procurement and tenders', 'Ferries', 'East coast', 'Budget 2025', 'Fisheries'],
  author: 'Wilhelmina Oyelaran-Fitzgerald',
  secondByline: 'the data team of the East Coast Bureau',
  bio: 'Reports on ports, ferries and public money. Before that she was an engineer.\n\nLives by the river.',
  alt: 'Stalls with awnings in the evening',
  page: 'Ethics and Corrections',
  comments: [
    'The second figure in the table is for the fiscal year, not the calendar year. It explains most of the difference.',
    `Look up ${LONG_WORD}, it is all in there: https://archive.example/documents/2025/harbor/minutes-of-the-board-${'0123456789'.repeat(6)}`,
    'Thank you.',
    'I have worked at the second berth for eleven years.\n\nNobody asked us. The night shift learned of the delay from the radio.\n\nThat is all.',
  ],
  body: (landscape: string, portrait: string, small: string) => `
<p>The board met at nine. By noon it had <strong>postponed the berth</strong>, for the third time, and <em>without a vote that was recorded</em>. The minutes are <a href="https://archive.example/minutes">public since Monday</a>.</p>
<h1>What the minutes show</h1>
<p>Eight of eleven members spoke. Their objections were <span data-ink="red">the cost</span>, <span data-tint="yellow">the dredging</span> and <u>the season</u>; <s>the noise</s> was no longer one.</p>
<figure><img src="${landscape}" alt="Stalls with awnings"><figcaption>The market on the west shore, where two thirds of the traders depend on the early ferry. Picture: the author</figcaption></figure>
<h2>Three figures</h2>
<ul><li><p>eighteen months of delay</p></li><li><p>four million in penalties, of which the operators bear one half</p><ul><li><p>two ferries</p></li></ul></li><li><p>two hundred jobs</p></li></ul>
<ol><li><p>The tender is repeated.</p></li><li><p>The bids are opened in public.</p></li></ol>
<blockquote><p>We were told to wait. We have waited since the last century, and so did our parents.</p></blockquote>
<hr>
<h3>How it was calculated</h3>
<pre><code>cost = days * (fuel + wages) + penalties_of_the_previous_quarter - subsidies_of_the_province</code></pre>
<figure><img src="${portrait}" alt="A stadium at night"><figcaption>The other shore.</figcaption></figure>
<h4>And then</h4>
<p><img src="${small}" alt="Lit windows"></p>
<p>The next meeting is in March. ${'The operators have said that they cannot plan without a date. '.repeat(4)}</p>`,
};
