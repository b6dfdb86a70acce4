/** A piece of a text. Words that were searched for are matches. */
export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}
