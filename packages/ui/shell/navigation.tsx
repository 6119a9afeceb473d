import { useRouterState } from "@tanstack/react-router";
import { AppLink } from "../text/app-link.tsx";
import { isCurrent, type NavItem } from "./nav-item.ts";
import styles from "./navigation.module.css";

/** The lines of the main navigation, with the page's own marked. */
export function Navigation({ items, onGo }: { items: readonly NavItem[]; onGo: () => void }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const groups = Map.groupBy(items, ({ group }) => group ?? "");
  return [...groups].map(([name, lines]) => (
    <div key={name} className={styles["group"]}>
      {name !== "" && <div className={styles["name"]}>{name}</div>}
      <ul className={styles["list"]}>
        {lines.map((item) => (
          <li key={item.to}>
            <AppLink
              to={item.to}
              document={item.document === true}
              className={styles["line"]}
              aria-current={isCurrent(item, path) ? "page" : undefined}
              onClick={onGo}
            >
              <item.icon size={19} stroke={1.75} aria-hidden />
              <span>{item.label}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </div>
  ));
}
