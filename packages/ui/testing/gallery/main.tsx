import { IconBox, IconForms, IconHome, IconMoodEmpty } from "@tabler/icons-react";
import { createRootRoute, createRoute, Outlet, RouterProvider } from "@tanstack/react-router";
import { createPanelRouter, type NavItem, PanelShell, StoreSwitcher, startPanel } from "../../index.ts";
import { BreakingPage } from "./breaking-page.tsx";
import { FormPage } from "./form-page.tsx";
import { HomePage } from "./home-page.tsx";
import { StatesPage } from "./states-page.tsx";
import { TablePage } from "./table-page.tsx";

const nav: NavItem[] = [
  { label: "Home", to: "/kedai", icon: IconHome, exact: true },
  { label: "Products", to: "/kedai/products", icon: IconBox },
  { label: "A form", to: "/kedai/form", icon: IconForms, group: "More" },
  { label: "States", to: "/kedai/states", icon: IconMoodEmpty, group: "More" },
];

const stores = [
  { handle: "kedai", name: "Kedai Kopi Jaya" },
  { handle: "lain", name: "Another shop" },
];

const root = createRootRoute({
  component: () => (
    <PanelShell nav={nav} switcher={<StoreSwitcher stores={stores} allHref="/" />}>
      <Outlet />
    </PanelShell>
  ),
});

const routes = [
  ["/kedai", HomePage],
  ["/kedai/products", TablePage],
  ["/kedai/form", FormPage],
  ["/kedai/states", StatesPage],
  ["/kedai/breaking", BreakingPage],
] as const;

startPanel({
  product: "Gallery",
  app: () => (
    <RouterProvider
      router={createPanelRouter(
        root.addChildren(
          routes.map(([path, component]) => createRoute({ getParentRoute: () => root, path, component })),
        ),
      )}
    />
  ),
});
