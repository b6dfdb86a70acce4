/** The colors of the publication. A picture uses three of them, the hue of its section, and mixtures of these. */
export const paper = '#fbf9f5';
export const ink = '#14171f';
export const vermilion = '#b3361f';

export const hues = {
  globalPolitics: '#27476e',
  africanAffairs: '#b3541e',
  economySociety: '#2f6b4f',
  sports: '#a3262a',
  culture: '#7a3b69',
  technology: '#1d6a72',
  mediaPower: '#4a4a68',
} as const;

/** Interpolates between two colors: `share` 0 is `from`, 1 is `to`. */
export function mix(from: string, to: string, share: number): string {
  const target = channels(to);
  const mixed = channels(from).map((channel, index) =>
    Math.round(channel + ((target[index] ?? channel) - channel) * share),
  );
  return '#' + mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('');
}

export const lighten = (color: string, share: number): string => mix(color, paper, share);
export const darken = (color: string, share: number): string => mix(color, ink, share);

function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}
