import { createPanelRouter, startPanel } from "@souk/ui";
import { RouterProvider } from "@tanstack/react-router";
import { routeTreeFor } from "./route-tree.tsx";

startPanel({
  product: "Admin",
  app: (panel) => <RouterProvider router={createPanelRouter(routeTreeFor(panel))} />,
});
