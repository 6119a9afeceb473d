import { AppShell, Burger } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { usePanel } from "../panel/panel-context.ts";
import { texts } from "../texts.ts";
import { AccountMenu } from "./account-menu.tsx";
import { DevelopmentBanner } from "./development-banner.tsx";
import type { NavItem } from "./nav-item.ts";
import { Navigation } from "./navigation.tsx";
import styles from "./panel-shell.module.css";
import { PublicDevelopmentBanner } from "./public-development-banner.tsx";
import { SoukMark } from "./souk-mark.tsx";

interface PanelShellProps {
  nav: readonly NavItem[];
  /** The store switcher beside the logo. */
  switcher?: ReactNode;
  children: ReactNode;
}

/** Show the header and the navigation around every page. Below 768 px the navigation collapses. */
export function PanelShell({ nav, switcher, children }: PanelShellProps) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { mode, is_public_development, panelName } = usePanel();
  const burgerLabel = isOpen ? texts.closeNavigation : texts.openNavigation;
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={{ base: "md", md: "xl" }}
    >
      <a className={styles["skip"]} href="#main">
        {texts.skip}
      </a>
      <AppShell.Header className={styles["header"]}>
        <Burger
          opened={isOpen}
          onClick={toggle}
          hiddenFrom="sm"
          size="sm"
          aria-label={burgerLabel}
          aria-expanded={isOpen}
        />
        <div className={styles["brand"]}>
          <SoukMark />
          <span className={styles["brandName"]}>
            {texts.brand} <span className={styles["panelName"]}>{panelName}</span>
          </span>
        </div>
        <div className={styles["switcher"]}>{switcher}</div>
        <AccountMenu />
      </AppShell.Header>
      <AppShell.Navbar className={styles["navbar"]} aria-label={texts.navigation}>
        <Navigation items={nav} onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} className={styles["main"]}>
        <div className={styles["content"]}>
          {is_public_development && <PublicDevelopmentBanner />}
          {mode === "development" && <DevelopmentBanner />}
          {children}
        </div>
      </AppShell.Main>
    </AppShell>
  );
}
