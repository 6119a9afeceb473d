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
import { strings } from "../strings.ts";
import styles from "./account-menu.module.css";
import { initialsOf } from "./initials.ts";

/** Light, dark or as the system; the choice stays in this browser. */
function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={styles["part"]}>
      <Text size="sm" c="dimmed" mb={6} id="souk-scheme">
        {strings.theme}
      </Text>
      <SegmentedControl
        aria-labelledby="souk-scheme"
        fullWidth
        size="sm"
        value={colorScheme}
        onChange={(value) => setColorScheme(value)}
        data={(["auto", "light", "dark"] as const).map((value) => ({ value, label: strings.themes[value] }))}
      />
    </div>
  );
}

/** The way out is a form of the page's own, as the sign-out page takes it. */
function SignOut() {
  const { session } = usePanel();
  return (
    <form method="post" action="/sign-out" className={styles["part"]}>
      <input type="hidden" name="csrf_token" value={session.csrf_token} />
      <Button type="submit" variant="default" fullWidth leftSection={<IconLogout size={18} stroke={1.75} />}>
        {strings.signOut}
      </Button>
    </form>
  );
}

/** Who is signed in, the colours, and the way out. */
export function AccountMenu() {
  const { name, email } = usePanel().session.account;
  const shown = name === "" ? email : name;
  return (
    <Popover position="bottom-end" width={280} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <UnstyledButton className={styles["target"]} aria-label={strings.account(shown)}>
          <span className={styles["initials"]} data-initials={initialsOf(shown)} />
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
