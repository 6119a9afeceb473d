import { Popover, UnstyledButton } from "@mantine/core";
import { IconBuildingStore, IconCheck, IconPlus, IconSelector } from "@tabler/icons-react";
import { usePanel } from "../panel/panel-context.ts";
import { texts } from "../texts.ts";
import styles from "./store-switcher.module.css";

interface StoreSwitcherProps {
  /** The account's stores, as the console lists them. */
  stores: readonly { handle: string; name: string }[];
  /** The page of all stores, where a new one is created. */
  allHref: string;
}

/** Show the store's name, with links to the account's other stores. Each store has its own document. */
export function StoreSwitcher({ stores, allHref }: StoreSwitcherProps) {
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
                  className={styles["line"]}
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
          <li className={styles["all"]}>
            <a className={styles["line"]} href={allHref}>
              <IconPlus size={18} stroke={1.75} aria-hidden />
              <span>{texts.allStores}</span>
            </a>
          </li>
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
