/** Spaces, control and format characters, characters without a glyph, and the empty Braille pattern. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether readers can see anything of a text. A required text that consists of zero-width characters is empty to them. */
export const hasVisibleText = (text: string): boolean => VISIBLE.test(text);
