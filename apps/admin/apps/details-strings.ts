export const detailsStrings = {
  about: "About the app",
  maker: "Made by",
  thisShop: "This shop (custom app)",
  client: "Client id",
  handle: "Handle",
  page: "Its page",
  pages: { embedded: "Opens inside the admin", tab: "Opens in a new tab", none: "It has none" },
  since: "Installed",
  access: "What it may do",
  noAccess: "It may neither see nor change the shop's data.",
  custom: "Its token and secret are among the custom apps.",
  customLink: "Custom apps",
  staff: "Only an owner or a manager of the shop changes or uninstalls apps.",
  disable: {
    title: "Disable",
    text: "A disabled app cannot reach the shop and is told of nothing, until it is enabled again. What it was allowed stays.",
    button: "Disable",
    ask: (app: string) => `Disable ${app}?`,
    confirm: (app: string) =>
      `From now on its calls fail and no webhook is sent to it. What happens meanwhile is not told to ${app} later.`,
    done: (app: string) => `${app} is disabled.`,
  },
  enable: {
    title: "Enable",
    text: "The app is disabled: it cannot reach the shop and is told of nothing.",
    button: "Enable",
    done: (app: string) => `${app} is enabled.`,
  },
  uninstall: {
    title: "Uninstall",
    text: "Takes the app out of the shop with all that it placed there.",
    button: "Uninstall",
    ask: (app: string) => `Uninstall ${app}?`,
    told: (app: string) =>
      `${app} is told first, where it asked to be. Then its webhooks, scripts, snippets and links are removed, and its token stops working.`,
    untold: (app: string) =>
      `${app} is disabled, so it is not told. Its webhooks, scripts, snippets and links are removed, and its token stops working.`,
    again: "It can be installed again; it then asks for its permissions anew.",
    running: (app: string) => `${app} is being told, then it is removed…`,
    runningMore:
      "If the app does not answer, Souk tries again several times. You may leave this page; the app goes by itself.",
  },
  gone: {
    title: (app: string) => `${app} is uninstalled`,
    text: "It has no access to the shop any more.",
    back: "Back to the apps",
  },
  absent: { title: "This app is not installed", text: "It may have been uninstalled meanwhile." },
  disabled: { title: (app: string) => `${app} is disabled`, text: "Enable it to open it." },
  uninstalling: {
    title: (app: string) => `${app} is being uninstalled`,
    text: "It cannot be opened any more.",
  },
  suspended: {
    title: (app: string) => `The platform has suspended ${app}`,
    text: "It cannot be opened, and nothing is sent to it.",
    reason: (reason: string) => `The reason given: ${reason}`,
  },
  pageless: { title: (app: string) => `${app} has no page`, text: "It works in the background." },
  toDetails: "App details",
} as const;
