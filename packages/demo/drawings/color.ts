/** A color as `#rrggbb`. */
export type Color = string;

type Rgb = readonly [red: number, green: number, blue: number];

function parseColor(color: Color): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Mix two colors. @param fraction how much of the second color the mixture has, from 0 to 1 */
export function mixColors(from: Color, to: Color, fraction: number): Color {
  const [fromRgb, toRgb] = [parseColor(from), parseColor(to)];
  const channels = fromRgb.map((channel, index) =>
    Math.round(channel + ((toRgb[index] ?? 0) - channel) * fraction),
  );
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** Darken a color by mixing it with a warm dark brown, which gives soft shadows. */
export function darken(color: Color, fraction = 0.18): Color {
  return mixColors(color, "#2b1d16", fraction);
}

/** Lighten a color by mixing it with a warm white. */
export function lighten(color: Color, fraction = 0.25): Color {
  return mixColors(color, "#fffdf8", fraction);
}
