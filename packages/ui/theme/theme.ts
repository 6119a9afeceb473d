import {
  Alert,
  Button,
  Card,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  Modal,
  Notification,
  Paper,
  Table,
  Tooltip,
  type VariantColorsResolver,
} from "@mantine/core";

/** Mantine's color names, mapped to the tokens of tokens.css. */
const tones: Readonly<Record<string, string>> = {
  souk: "accent",
  red: "danger",
  green: "good",
  yellow: "warn",
  blue: "info",
  gray: "neutral",
};

const terracotta: MantineColorsTuple = [
  "#fcf3ec",
  "#f8e8dc",
  "#f0cfb8",
  "#e6b08b",
  "#f0a672",
  "#c9743f",
  "#a4521f",
  "#8f3d12",
  "#75300c",
  "#5b2508",
];

const warmGray: MantineColorsTuple = [
  "#f8f6f1",
  "#f1eee6",
  "#e9e5da",
  "#e3ded2",
  "#898373",
  "#7b7566",
  "#615c50",
  "#4a463c",
  "#322f28",
  "#1f1c16",
];

const warmDark: MantineColorsTuple = [
  "#eeeae1",
  "#d3cdc0",
  "#b5ae9f",
  "#8d8778",
  "#37332c",
  "#2a2621",
  "#211e1a",
  "#1b1815",
  "#161411",
  "#100e0c",
];

function buildToneVariables(): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [name, tone] of Object.entries(tones)) {
    const getName = (part: string) => `--mantine-color-${name}-${part}`;
    variables[getName("filled")] = `var(--souk-${tone})`;
    variables[getName("filled-hover")] = `var(--souk-${tone}-strong)`;
    variables[getName("light")] = `var(--souk-${tone}-soft)`;
    variables[getName("light-hover")] = `color-mix(in srgb, var(--souk-${tone}-soft) 88%, var(--souk-ink))`;
    variables[getName("light-color")] = `var(--souk-${tone}-text)`;
    variables[getName("text")] = `var(--souk-${tone}-text)`;
    variables[getName("outline")] = `var(--souk-${tone})`;
    variables[getName("outline-hover")] = `var(--souk-${tone}-soft)`;
  }
  return variables;
}

/** Map Mantine's CSS variables to the tokens. The tokens depend on the color scheme, so both schemes have the same map. */
export const resolveSoukVariables: CSSVariablesResolver = () => {
  const scheme = {
    ...buildToneVariables(),
    "--mantine-primary-color-contrast": "var(--souk-on-accent)",
    "--mantine-color-bright": "var(--souk-ink)",
    "--mantine-color-text": "var(--souk-ink)",
    "--mantine-color-body": "var(--souk-surface)",
    "--mantine-color-error": "var(--souk-danger)",
    "--mantine-color-success": "var(--souk-good)",
    "--mantine-color-placeholder": "var(--souk-soft)",
    "--mantine-color-anchor": "var(--souk-accent-text)",
    "--mantine-color-default": "var(--souk-surface)",
    "--mantine-color-default-hover": "var(--souk-hover)",
    "--mantine-color-default-color": "var(--souk-ink)",
    "--mantine-color-default-border": "var(--souk-edge)",
    "--mantine-color-dimmed": "var(--souk-soft)",
    "--mantine-color-disabled": "var(--souk-neutral-soft)",
    "--mantine-color-disabled-color": "var(--souk-soft)",
    "--mantine-color-disabled-border": "var(--souk-line)",
  };
  return { variables: {}, light: scheme, dark: scheme };
};

/** Return the colors of a component's variant, with text colors from the tokens of its color. */
const resolveSoukVariant: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const tone = tones[input.color ?? "souk"];
  if (tone === undefined) return colors;
  if (input.variant === "filled") return { ...colors, color: `var(--souk-on-${tone})` };
  if (input.variant === "subtle" || input.variant === "transparent")
    return { ...colors, color: `var(--souk-${tone}-text)` };
  return colors;
};

const systemFonts =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';

/** The theme of every panel, with warm grays and a terracotta accent. */
export const soukTheme = createTheme({
  primaryColor: "souk",
  primaryShade: { light: 7, dark: 4 },
  colors: { souk: terracotta, gray: warmGray, dark: warmDark },
  black: "#1f1c16",
  variantColorResolver: resolveSoukVariant,
  fontFamily: systemFonts,
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace',
  fontSizes: { xs: "0.8125rem", sm: "0.875rem", md: "0.9375rem", lg: "1.0625rem", xl: "1.25rem" },
  lineHeights: { xs: "1.4", sm: "1.45", md: "1.5", lg: "1.5", xl: "1.4" },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  radius: { xs: "0.25rem", sm: "0.375rem", md: "0.5rem", lg: "0.75rem", xl: "1rem" },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  shadows: { xs: "var(--souk-shadow)", sm: "var(--souk-shadow)", md: "var(--souk-shadow-high)" },
  headings: {
    fontFamily: systemFonts,
    fontWeight: "650",
    textWrap: "balance",
    sizes: {
      h1: { fontSize: "1.625rem", lineHeight: "1.25" },
      h2: { fontSize: "1.0625rem", lineHeight: "1.35" },
      h3: { fontSize: "0.9375rem", lineHeight: "1.4" },
    },
  },
  components: {
    Alert: Alert.extend({ defaultProps: { variant: "light" } }),
    Button: Button.extend({ defaultProps: { fw: 600 } }),
    Card: Card.extend({
      defaultProps: { withBorder: true, padding: "lg", radius: "lg", shadow: "xs" },
      // The list of a select may extend beyond the card.
      styles: { root: { overflow: "visible" } },
    }),
    Modal: Modal.extend({ defaultProps: { centered: true, radius: "lg", padding: "lg" } }),
    Notification: Notification.extend({ defaultProps: { radius: "md", withBorder: true } }),
    Paper: Paper.extend({ defaultProps: { radius: "lg" } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: "sm", horizontalSpacing: "md" } }),
    Tooltip: Tooltip.extend({ defaultProps: { withArrow: true, openDelay: 200 } }),
  },
});
