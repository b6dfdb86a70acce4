/** How the newsroom shows a draft without a title. */
const UNTITLED = 'Untitled draft';

export const titleOrUntitled = (title: string) => title || UNTITLED;

/**
 * Whether nobody has saved any text of an article: the editor creates a draft without any before it first saves automatically, beside
 * the article. A draft that has a text, but no title, was saved by a person.
 */
export const isWithoutText = ({
  title,
  excerpt,
  content,
}: Readonly<Record<'title' | 'excerpt' | 'content', string>>) =>
  title === '' && excerpt === '' && content === '';
