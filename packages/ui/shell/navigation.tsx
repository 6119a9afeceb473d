import { useRouterState } from "@tanstack/react-router";
import { AppLink } from "../text/app-link.tsx";
import { isCurrent, type NavItem } from "./nav-item.ts";
import styles from "./navigation.module.css";

/** Show the items of the main navigation, with the current one marked. */
export function Navigation({ items, onGo }: { items: readonly NavItem[]; onGo: () => void }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const groups = Map.groupBy(items, ({ group }) => group ?? "");
  return [...groups].map(([name, lines]) => (
    <div key={name} className={styles["group"]}>
      {name !== "" && <div className={styles["name"]}>{name}</div>}
      <ul className={styles["list"]}>
        {lines.map((item) => (
          <li key={item.to ?? item.href}>
            <Line item={item} path={path} onGo={onGo} />
          </li>
        ))}
      </ul>
    </div>
  ));
}

function Line({ item, path, onGo }: { item: NavItem; path: string; onGo: () => void }) {
  const { to, href, exact, icon: Icon, label } = item;
  const content = (
    <>
      <Icon size={19} stroke={1.75} aria-hidden />
      <span>{label}</span>
    </>
  );
  if (to === undefined)
    return (
      <a href={href} className={styles["line"]} onClick={onGo}>
        {content}
      </a>
    );
  const isHere = isCurrent({ to, exact }, path);
  return (
    <AppLink to={to} className={styles["line"]} aria-current={isHere ? "page" : undefined} onClick={onGo}>
      {content}
    </AppLink>
  );
}
