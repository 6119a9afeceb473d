import { Button, Group, Stack, Text } from "@mantine/core";
import { ConfirmButton, Section, useAction, useAdminConsole, usePageNavigation } from "@souk/ui";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { toStorePage } from "../../page-urls.ts";
import { saveFile } from "../../save-file.ts";
import { texts } from "../../texts.ts";
import { usePermissions } from "../../use-permissions.ts";
import { type Customer, getCustomerName } from "../customer-queries.ts";
import { privacyKey } from "./privacy-queries.ts";

/** Show the privacy actions for a customer: download the data, request it from apps, and erase the customer. */
export function PrivacySection({ customer }: { customer: Customer }) {
  const hasAnyRight = usePermissions();
  if (!hasAnyRight("customers.privacy")) return null;
  return (
    <Section title={texts.customersPrivacy.title} lead={texts.customersPrivacy.lead}>
      <Stack gap="lg">
        {hasAnyRight("customer_attributes.view") && (
          <PrivacyAction text={texts.customersPrivacy.downloadText}>
            <DownloadButton id={customer.id} />
          </PrivacyAction>
        )}
        <PrivacyAction text={texts.customersPrivacy.requestText}>
          <RequestDataButton customer={customer} />
        </PrivacyAction>
        {hasAnyRight("customers.edit") && (
          <PrivacyAction text={texts.customersPrivacy.eraseText}>
            <EraseButton customer={customer} />
          </PrivacyAction>
        )}
      </Stack>
    </Section>
  );
}

function PrivacyAction({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" maw="36rem">
        {text}
      </Text>
      {children}
    </Group>
  );
}

function DownloadButton({ id }: { id: number }) {
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

function RequestDataButton({ customer }: { customer: Customer }) {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  return (
    <ConfirmButton
      label={texts.customersPrivacy.requestData}
      title={texts.customersPrivacy.requestTitle({ name: getCustomerName(customer) })}
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

function EraseButton({ customer }: { customer: Customer }) {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const { id, email, phone, code } = customer;
  return (
    <ConfirmButton
      danger
      label={texts.customersPrivacy.erase}
      title={texts.customersPrivacy.eraseTitle({ name: getCustomerName(customer) })}
      confirm={texts.customersPrivacy.eraseConfirm}
      // The person must type this customer's email, phone or code, so that no other customer is erased by mistake.
      textToType={[email, phone, code].find((text) => text !== "") ?? texts.customersPrivacy.eraseWord}
      done={texts.customersPrivacy.erased}
      onConfirm={() => admin.customers.erase({ params: { id } })}
      refresh={[privacyKey, ["customers"], ["customer_groups"], ["tags"]]}
      onDone={() => goTo(toStorePage("/settings/privacy"), { ignoreBlocker: true })}
    >
      {texts.customersPrivacy.eraseWarning}
    </ConfirmButton>
  );
}
