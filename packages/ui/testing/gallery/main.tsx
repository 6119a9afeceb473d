import { IconBox, IconForms, IconHome, IconMoodEmpty } from "@tabler/icons-react";
import { createRootRoute, createRoute, Outlet, RouterProvider } from "@tanstack/react-router";
import {
  createPanelRouter,
  type NavItem,
  PanelShell,
  StoreSwitcher,
  startPanel,
  useNow,
} from "../../index.ts";
import { FormPage } from "./form-page.tsx";
import { HomePage } from "./home-page.tsx";
import { StatesPage } from "./states-page.tsx";
import { TablePage } from "./table-page.tsx";
import { galleryPages, toGalleryPage } from "./to-gallery-page.ts";

const nav: NavItem[] = [
  { label: "Home", to: toGalleryPage("/"), icon: IconHome, exact: true },
  { label: "Products", to: toGalleryPage("/products"), icon: IconBox },
  { label: "A form", to: toGalleryPage("/form"), icon: IconForms, group: "More" },
  { label: "States", to: toGalleryPage("/states"), icon: IconMoodEmpty, group: "More" },
];

const stores = [
  { handle: "kedai", name: "Kedai Kopi Jaya" },
  { handle: "lain", name: "Another store" },
];

const root = createRootRoute({
  component: () => (
    <PanelShell nav={nav} switcher={<StoreSwitcher stores={stores} allStoresHref="/" />}>
      <Outlet />
    </PanelShell>
  ),
});

/** Show a page whose rendering throws. */
function BreakingPage() {
  if (useNow() > 0) throw new Error("This page fails on purpose.");
  return <p>Never rendered</p>;
}

const components = {
  "/": HomePage,
  "/products": TablePage,
  "/form": FormPage,
  "/states": StatesPage,
  "/breaking": BreakingPage,
} as const;

await startPanel({
  catalog: { texts: { panelName: "Gallery" }, translations: {} },
  getPanelName: ({ panelName }) => panelName,
  renderApp: () => (
    <RouterProvider
      router={createPanelRouter(
        root.addChildren(
          galleryPages.map((path) =>
            createRoute({ getParentRoute: () => root, path, component: components[path] }),
          ),
        ),
        "/kedai",
      )}
    />
  ),
});
