import { Popover, UnstyledButton } from "@mantine/core";
import { IconBuildingStore, IconCheck, IconPlus, IconSelector } from "@tabler/icons-react";
import { usePanel } from "../panel/panel-context.ts";
import { texts } from "../texts.ts";
import styles from "./store-switcher.module.css";

interface StoreSwitcherProps {
  /** The account's stores. */
  stores: readonly { handle: string; name: string }[];
  /** The URL of the page that lists all stores and creates new ones. */
  allStoresHref: string;
}

/** Show the current store's name, with links to the account's stores. A link loads the HTML document of its store. */
export function StoreSwitcher({ stores, allStoresHref }: StoreSwitcherProps) {
  const { store } = usePanel();
  const name = store?.name ?? texts.yourStores;
  return (
    <Popover position="bottom-start" width={280} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <UnstyledButton className={styles["target"]} aria-label={texts.switchStore({ name })}>
          <span className={styles["name"]}>{name}</span>
          <IconSelector size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles["menu"]}>
        <ul className={styles["list"]}>
          {stores.map((linkedStore) => {
            const isCurrentStore = linkedStore.handle === store?.handle;
            return (
              <li key={linkedStore.handle}>
                <a
                  className={styles["store"]}
                  href={`/${linkedStore.handle}`}
                  aria-current={isCurrentStore ? "true" : undefined}
                >
                  <IconBuildingStore size={18} stroke={1.75} aria-hidden />
                  <span>{linkedStore.name}</span>
                  {isCurrentStore && <IconCheck size={16} aria-hidden />}
                </a>
              </li>
            );
          })}
          <li className={styles["allStores"]}>
            <a className={styles["store"]} href={allStoresHref}>
              <IconPlus size={18} stroke={1.75} aria-hidden />
              <span>{texts.allStores}</span>
            </a>
          </li>
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
