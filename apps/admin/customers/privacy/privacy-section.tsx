import { Button, Group, Stack, Text } from "@mantine/core";
import { ConfirmButton, Section, useAction, useAdminConsole, useStore } from "@souk/ui";
import { IconDownload } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMayManage } from "../../apps/use-may-manage.ts";
import { type Customer, customerName } from "../customer-queries.ts";
import { privacyKey } from "./privacy-queries.ts";
import { saveFile } from "./save-file.ts";
import { strings } from "./strings.ts";

/** What a customer may ask of the shop: what is kept of them, here and in the apps, and that it is erased. */
export function PrivacySection({ customer }: { customer: Customer }) {
  const mayManage = useMayManage();
  return (
    <Section title={strings.title} lead={strings.lead}>
      {mayManage ? (
        <Stack gap="lg">
          <Right text={strings.downloadText}>
            <Download id={customer.id} />
          </Right>
          <Right text={strings.askText}>
            <AskApps customer={customer} />
          </Right>
          <Right text={strings.eraseText}>
            <Erase customer={customer} />
          </Right>
        </Stack>
      ) : (
        <Text size="sm">{strings.onlyManagers}</Text>
      )}
    </Section>
  );
}

function Right({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" maw="36rem">
        {text}
      </Text>
      {children}
    </Group>
  );
}

function Download({ id }: { id: number }) {
  const admin = useAdminConsole();
  const action = useAction({
    run: () => admin.customers.data({ params: { id } }),
    done: strings.downloaded,
    onDone: ({ customer_data }) =>
      saveFile(strings.fileName(id), `${JSON.stringify(customer_data, null, 2)}\n`),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={action.isRunning}
      onClick={() => action.start()}
    >
      {strings.download}
    </Button>
  );
}

function AskApps({ customer }: { customer: Customer }) {
  const { handle } = useStore();
  const admin = useAdminConsole();
  const navigate = useNavigate();
  return (
    <ConfirmButton
      label={strings.ask}
      title={strings.askTitle(customerName(customer))}
      confirm={strings.askConfirm}
      done={strings.asked}
      onConfirm={() => admin.customers.request_data({ params: { id: customer.id } })}
      refresh={[privacyKey]}
      onDone={() => void navigate({ to: `/${handle}/settings/privacy` })}
    >
      {strings.askText}
    </ConfirmButton>
  );
}

function Erase({ customer }: { customer: Customer }) {
  const { handle } = useStore();
  const admin = useAdminConsole();
  const navigate = useNavigate();
  const { id, email, phone, code } = customer;
  return (
    <ConfirmButton
      danger
      label={strings.erase}
      title={strings.eraseTitle(customerName(customer))}
      confirm={strings.eraseConfirm}
      // Something of this customer, so that nobody else is erased by a slip.
      typed={[email, phone, code].find((each) => each !== "") ?? strings.eraseWord}
      done={strings.erased}
      onConfirm={() => admin.customers.erase({ params: { id } })}
      refresh={[privacyKey, ["customers"], ["customer_groups"], ["tags"]]}
      onDone={() => void navigate({ to: `/${handle}/settings/privacy`, ignoreBlocker: true })}
    >
      {strings.eraseWarning}
    </ConfirmButton>
  );
}
