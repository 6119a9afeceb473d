import {
  Button,
  Popover,
  SegmentedControl,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { usePanel } from "../panel/panel-context.ts";
import { texts } from "../texts.ts";
import styles from "./account-menu.module.css";
import { getInitials } from "./initials.ts";

/** Show the choice between light, dark and the system's color scheme. The browser stores it. */
function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={styles["part"]}>
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

/** Show the sign-out button in the form that the sign-out page expects. */
function SignOut() {
  const { session } = usePanel();
  return (
    <form method="post" action="/sign-out" className={styles["part"]}>
      <input type="hidden" name="csrf_token" value={session.csrf_token} />
      <Button type="submit" variant="default" fullWidth leftSection={<IconLogout size={18} stroke={1.75} />}>
        {texts.signOut}
      </Button>
    </form>
  );
}

/** Show the menu with the signed-in person, the color scheme and the sign-out button. */
export function AccountMenu() {
  const { name, email } = usePanel().session.account;
  const shownName = name === "" ? email : name;
  return (
    <Popover position="bottom-end" width={280} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <UnstyledButton className={styles["target"]} aria-label={texts.account({ name: shownName })}>
          <span className={styles["initials"]} data-initials={getInitials(shownName)} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles["menu"]}>
        <div className={styles["part"]}>
          {name !== "" && <Text fw={600}>{name}</Text>}
          <Text size="sm" c="dimmed">
            {email}
          </Text>
        </div>
        <SchemeChoice />
        <SignOut />
      </Popover.Dropdown>
    </Popover>
  );
}
