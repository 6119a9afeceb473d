import { Button, Group, Stack, Text } from "@mantine/core";
import { ConfirmButton, Section, useAction, useAdminConsole, usePageNavigation } from "@souk/ui";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { toStorePage } from "../../page-addresses.ts";
import { saveFile } from "../../save-file.ts";
import { texts } from "../../texts.ts";
import { useMayManage } from "../../use-may.ts";
import { type Customer, customerName } from "../customer-queries.ts";
import { privacyKey } from "./privacy-queries.ts";

/** Show the privacy actions for a customer: download their data, request it from apps, and erase it. */
export function PrivacySection({ customer }: { customer: Customer }) {
  const mayManage = useMayManage();
  return (
    <Section title={texts.customersPrivacy.title} lead={texts.customersPrivacy.lead}>
      {mayManage ? (
        <Stack gap="lg">
          <Right text={texts.customersPrivacy.downloadText}>
            <Download id={customer.id} />
          </Right>
          <Right text={texts.customersPrivacy.requestText}>
            <AskApps customer={customer} />
          </Right>
          <Right text={texts.customersPrivacy.eraseText}>
            <Erase customer={customer} />
          </Right>
        </Stack>
      ) : (
        <Text size="sm">{texts.customersPrivacy.onlyManagers}</Text>
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
    done: texts.customersPrivacy.downloaded,
    onDone: ({ customer_data }) =>
      saveFile({
        name: texts.customersPrivacy.fileName({ id }),
        type: "application/json",
        text: `${JSON.stringify(customer_data, null, 2)}\n`,
      }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={action.isRunning}
      onClick={() => action.start()}
    >
      {texts.customersPrivacy.download}
    </Button>
  );
}

function AskApps({ customer }: { customer: Customer }) {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  return (
    <ConfirmButton
      label={texts.customersPrivacy.requestData}
      title={texts.customersPrivacy.requestTitle({ name: customerName(customer) })}
      confirm={texts.customersPrivacy.requestConfirm}
      done={texts.customersPrivacy.requested}
      onConfirm={() => admin.customers.request_data({ params: { id: customer.id } })}
      refresh={[privacyKey]}
      onDone={() => goTo(toStorePage("/settings/privacy"))}
    >
      {texts.customersPrivacy.requestText}
    </ConfirmButton>
  );
}

function Erase({ customer }: { customer: Customer }) {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const { id, email, phone, code } = customer;
  return (
    <ConfirmButton
      danger
      label={texts.customersPrivacy.erase}
      title={texts.customersPrivacy.eraseTitle({ name: customerName(customer) })}
      confirm={texts.customersPrivacy.eraseConfirm}
      // The staff member types a detail of this customer, so that no other customer is erased by mistake.
      typed={[email, phone, code].find((text) => text !== "") ?? texts.customersPrivacy.eraseWord}
      done={texts.customersPrivacy.erased}
      onConfirm={() => admin.customers.erase({ params: { id } })}
      refresh={[privacyKey, ["customers"], ["customer_groups"], ["tags"]]}
      onDone={() => goTo(toStorePage("/settings/privacy"), { ignoreBlocker: true })}
    >
      {texts.customersPrivacy.eraseWarning}
    </ConfirmButton>
  );
}
