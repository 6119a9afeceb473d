export const strings = {
  button: "Open in an app",
  tooMany: (most: number) => `Apps take ${most} records at once: choose fewer for them.`,
  of: (app: string, inTab: boolean) => (inTab ? `${app}, in a new tab` : app),
} as const;
