import { Button, Group } from "@mantine/core";
import { operations } from "@souk/contract";
import { useState } from "react";
import {
  ConfirmDialog,
  PageFrame,
  SchemaForm,
  Section,
  toast,
  useAction,
  useAdminConsole,
  usePartnerConsole,
} from "../../index.ts";
import { toGalleryPage } from "./to-gallery-page.ts";

function RegisterForm() {
  const partners = usePartnerConsole();
  return (
    <SchemaForm
      operation={operations.registerApp}
      words={{
        name: { label: "Name", help: "Merchants see it when they install the app." },
        handle: {
          label: "Handle",
          help: "Leave empty to create it from the name.",
          placeholder: "inventory-sync",
        },
        app_url: { label: "App URL", placeholder: "https://app.example.com/" },
        redirection_urls: { label: "Redirection URLs" },
        embedded: { label: "Embedded", help: "Opens the app inside the admin." },
      }}
      initial={{ embedded: true }}
      submit="Create app"
      done="App created"
      onCancel={() => undefined}
      onSubmit={(body) => partners.apps.register({ body })}
    />
  );
}

function StoreForm() {
  const admin = useAdminConsole();
  return (
    <SchemaForm
      operation={operations.createStore}
      words={{
        name: { label: "Store name" },
        currency_code: { label: "Currency" },
        timezone: { label: "Time zone" },
      }}
      initial={{ name: "Kedai Kopi Jaya", currency_code: "MYR", timezone: "Asia/Kuala_Lumpur" }}
      fixed={{ handle: "kedai" }}
      submit="Save"
      done="Store saved"
      onSubmit={(body) => admin.stores.create({ body })}
    />
  );
}

const address = { address1: "7 Jalan Bandar", city: "Ipoh", zip: "30000" };

/** Show a form whose record another person can change at the same time. */
function AddressForm() {
  const admin = useAdminConsole();
  const [record, setRecord] = useState(address);
  return (
    <>
      <Button variant="default" onClick={() => setRecord({ ...record, city: "Taiping", zip: "34000" })}>
        Change address elsewhere
      </Button>
      <SchemaForm
        operation={operations.updateStore}
        words={{ address1: { label: "Street" }, city: { label: "City" }, zip: { label: "Postal code" } }}
        initial={record}
        submit="Save address"
        done="Address saved"
        onSubmit={(body, idempotencyKey) => admin.store.update({ body, idempotencyKey })}
      />
    </>
  );
}

function Actions() {
  const admin = useAdminConsole();
  const [isConfirming, setConfirming] = useState(false);
  const disable = useAction({
    run: (id: number) => admin.installs.disable({ params: { id } }),
    done: "App disabled",
  });
  return (
    <Group>
      <Button variant="default" onClick={() => toast.note("Stock Sync: 3 levels are new.")}>
        Show a toast
      </Button>
      <Button variant="default" loading={disable.isRunning} onClick={() => disable.start(7)}>
        Disable
      </Button>
      <Button color="red" variant="outline" onClick={() => setConfirming(true)}>
        Uninstall
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        title="Uninstall Stock Sync?"
        confirm="Uninstall"
        danger
        textToType="stock-sync"
        done="Stock Sync uninstalled"
        onConfirm={(idempotencyKey) => admin.installs.uninstall({ params: { id: 7 }, idempotencyKey })}
      >
        Its tokens stop working at once, and it gets no more webhooks.
      </ConfirmDialog>
    </Group>
  );
}

/** Show forms, dialogs and toasts. */
export function FormPage() {
  return (
    <PageFrame title="A form" breadcrumbs={[{ label: "Home", to: toGalleryPage("/") }]}>
      <Section title="Create app">
        <RegisterForm />
      </Section>
      <Section title="Store">
        <StoreForm />
      </Section>
      <Section title="Address">
        <AddressForm />
      </Section>
      <Section title="Actions">
        <Actions />
      </Section>
    </PageFrame>
  );
}
