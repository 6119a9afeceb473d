import { AppLink, useStore } from "@souk/ui";
import { useRouterState } from "@tanstack/react-router";
import classes from "./settings-parts.module.css";
import { strings } from "./strings.ts";

/** The pages of the settings, side by side. */
export function SettingsParts() {
  const { handle } = useStore();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { parts } = strings;
  const pages = [
    { label: parts.store, to: `/${handle}/settings` },
    { label: parts.locations, to: `/${handle}/settings/locations` },
    { label: parts.customApps, to: `/${handle}/settings/custom-apps` },
  ];
  return (
    <nav aria-label={parts.label} className={classes["parts"]}>
      {pages.map(({ label, to }) => (
        <AppLink key={to} to={to} className={classes["part"]} aria-current={path === to ? "page" : undefined}>
          {label}
        </AppLink>
      ))}
    </nav>
  );
}
