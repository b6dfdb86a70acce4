/** How the newsroom shows a draft without a title. */
export const UNTITLED = 'Untitled draft';

export const titleOrUntitled = (title: string) => title || UNTITLED;
