import {
  Button,
  Popover,
  SegmentedControl,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from "@mantine/core";
import { IconLogout, IconShieldLock } from "@tabler/icons-react";
import { usePanel } from "../panel/panel-context.ts";
import { texts } from "../texts.ts";
import styles from "./account-menu.module.css";
import { getInitials } from "./initials.ts";

/** Show the setting for the light, dark or system color scheme. The browser stores the selection. */
function ColorSchemeSetting() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={styles["section"]}>
      <Text size="sm" c="dimmed" mb={6} id="souk-scheme">
        {texts.theme}
      </Text>
      <SegmentedControl
        aria-labelledby="souk-scheme"
        fullWidth
        size="sm"
        value={colorScheme}
        onChange={(value) => setColorScheme(value)}
        data={(["auto", "light", "dark"] as const).map((value) => ({ value, label: texts.themes[value] }))}
      />
    </div>
  );
}

/** Show the link to the page on which the person manages their password and sessions. The server renders this page. */
function SecurityLink() {
  return (
    <div className={styles["section"]}>
      <Button
        component="a"
        href="/account/security"
        variant="default"
        fullWidth
        leftSection={<IconShieldLock size={18} stroke={1.75} />}
      >
        {texts.accountSecurity}
      </Button>
    </div>
  );
}

/** Show the sign-out button, in a form that posts the session's CSRF token. */
function SignOutForm() {
  const { session } = usePanel();
  return (
    <form method="post" action="/sign-out" className={styles["section"]}>
      <input type="hidden" name="csrf_token" value={session.csrf_token} />
      <Button type="submit" variant="default" fullWidth leftSection={<IconLogout size={18} stroke={1.75} />}>
        {texts.signOut}
      </Button>
    </form>
  );
}

/** Show the menu with the signed-in person, the color scheme, account security and the sign-out button. */
export function AccountMenu() {
  const { name, email } = usePanel().session.account;
  const displayName = name === "" ? email : name;
  return (
    <Popover position="bottom-end" width={280} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <UnstyledButton className={styles["target"]} aria-label={texts.account({ name: displayName })}>
          <span className={styles["initials"]} data-initials={getInitials(displayName)} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles["menu"]}>
        <div className={styles["section"]}>
          {name !== "" && <Text fw={600}>{name}</Text>}
          <Text size="sm" c="dimmed">
            {email}
          </Text>
        </div>
        <ColorSchemeSetting />
        <SecurityLink />
        <SignOutForm />
      </Popover.Dropdown>
    </Popover>
  );
}
