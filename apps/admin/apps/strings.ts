export const strings = {
  title: "Apps",
  lead: "Programs of others that work in this shop, with what you have allowed them.",
  installed: "Installed",
  list: "Installed apps",
  columns: { app: "App", status: "Status", scopes: "Access", since: "Installed" },
  by: (partner: string) => `by ${partner}`,
  custom: "Custom app of this shop",
  statuses: { enabled: "Enabled", disabled: "Disabled", uninstalling: "Being uninstalled" },
  suspended: "Suspended by the platform",
  access: (count: number) =>
    count === 0 ? "None of the shop's data" : count === 1 ? "1 permission" : `${count} permissions`,
  open: "Open",
  openApp: (app: string) => `Open ${app}`,
  none: {
    title: "No app is installed",
    text: "Install one by the link or the handle that its maker gives you.",
  },
  install: {
    title: "Install an app",
    lead: "You see what it asks for before it gets anything.",
    label: "Install link, handle or client id",
    button: "Install",
    empty: "Paste the link that the app's maker gave you, or type the app's handle.",
    elsewhere: (admin: string) =>
      `This link leads to another platform. Install links of this one begin with ${admin}/.`,
    noInstallLink: "This is an address of this platform, but not the install link of an app.",
    staff: "Only an owner or a manager of the shop installs apps.",
  },
  available: {
    title: "Apps of this platform",
    lead: "Offered here while the platform runs in development.",
    install: "Install",
    installApp: (app: string) => `Install ${app}`,
    has: "Installed",
  },
} as const;
