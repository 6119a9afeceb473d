import { createPanelRouter, startPanel } from "@souk/ui";
import { RouterProvider } from "@tanstack/react-router";
import { partnerRoutes } from "./route-tree.tsx";
import { strings } from "./strings.ts";

startPanel({
  product: strings.product,
  app: () => <RouterProvider router={createPanelRouter(partnerRoutes())} />,
});
