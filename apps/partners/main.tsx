import { createPanelRouter, startPanel } from "@souk/ui";
import type { Translation } from "@souk/ui/i18n";
import { RouterProvider } from "@tanstack/react-router";
import type { messages } from "./messages/en.ts";
import { createPartnerRoutes } from "./route-tree.tsx";
import { texts } from "./texts.ts";

await startPanel({
  catalog: {
    texts,
    translations: import.meta.glob<{ messages: Translation<typeof messages> }>([
      "./messages/*.ts",
      "!./messages/en.ts",
    ]),
  },
  getPanelName: ({ panelName }) => panelName,
  renderApp: () => <RouterProvider router={createPanelRouter(createPartnerRoutes())} />,
});
