import { useRouterState } from "@tanstack/react-router";
import { PageLink } from "../text/page-link.tsx";
import { isCurrentNavItem, type NavItem } from "./nav-item.ts";
import styles from "./navigation.module.css";

/** Show the items of the main navigation, with the current one marked. */
export function Navigation({ items, onNavigate }: { items: readonly NavItem[]; onNavigate: () => void }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const groups = Map.groupBy(items, ({ group }) => group ?? "");
  return [...groups].map(([name, groupItems]) => (
    <div key={name} className={styles["group"]}>
      {name !== "" && <div className={styles["name"]}>{name}</div>}
      <ul className={styles["list"]}>
        {groupItems.map((item) => (
          <li key={item.to ?? item.href}>
            <NavigationItem item={item} path={path} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </div>
  ));
}

function NavigationItem({ item, path, onNavigate }: { item: NavItem; path: string; onNavigate: () => void }) {
  const { to, href, exact, icon: Icon, label } = item;
  const content = (
    <>
      <Icon size={19} stroke={1.75} aria-hidden />
      <span>{label}</span>
    </>
  );
  if (to === undefined)
    return (
      <a href={href} className={styles["item"]} onClick={onNavigate}>
        {content}
      </a>
    );
  const isCurrentPage = isCurrentNavItem({ to, exact }, path);
  return (
    <PageLink
      to={to}
      className={styles["item"]}
      aria-current={isCurrentPage ? "page" : undefined}
      onClick={onNavigate}
    >
      {content}
    </PageLink>
  );
}
