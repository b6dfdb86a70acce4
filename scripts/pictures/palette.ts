/** The publication's colours; every picture is printed with three of these, its section's hue and their mixtures. */
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

/** A colour part of the way from one ink to another: 0 is `from`, 1 is `to`. */
export function mix(from: string, to: string, share: number): string {
  const target = channels(to);
  const mixed = channels(from).map((channel, index) =>
    Math.round(channel + ((target[index] ?? channel) - channel) * share),
  );
  return '#' + mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('');
}

export const lighten = (colour: string, share: number): string => mix(colour, paper, share);
export const darken = (colour: string, share: number): string => mix(colour, ink, share);

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}
