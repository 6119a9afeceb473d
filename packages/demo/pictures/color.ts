/** A color as `#rrggbb`. */
export type Color = string;

type Rgb = readonly [red: number, green: number, blue: number];

function rgbOf(color: Color): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** A color between two: 0 is the first, 1 the second. */
export function mix(from: Color, to: Color, share: number): Color {
  const [a, b] = [rgbOf(from), rgbOf(to)];
  const parts = a.map((part, index) => Math.round(part + ((b[index] ?? 0) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Towards a warm dark brown, which keeps shadows friendly. */
export function darker(color: Color, share = 0.18): Color {
  return mix(color, "#2b1d16", share);
}

export function lighter(color: Color, share = 0.25): Color {
  return mix(color, "#fffdf8", share);
}
