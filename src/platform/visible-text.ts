/** Spaces, control and format characters, characters without a glyph, and the empty Braille pattern. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether readers can see anything of a text. A required text that consists of zero-width characters is empty to them. */
export const hasVisibleText = (text: string): boolean => VISIBLE.test(text);

/**
 * Embeddings, overrides and isolates, which change the direction of all text after them on the same line. The marks, which
 * only affect their neighbours and which Arabic and Hebrew need, are not among them.
 */
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Removes the characters with which a name or label could reverse the text that follows it. */
export const removeDirectionControls = (text: string): string => text.replace(DIRECTION_CONTROLS, '');
