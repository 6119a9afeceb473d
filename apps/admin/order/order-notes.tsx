import { Group, Stack, Text } from "@mantine/core";
import { type OperationBody, operations } from "@souk/contract";
import {
  buildFieldSpecs,
  KeyValues,
  LongText,
  type PlainSchema,
  Section,
  SpecForm,
  StatusBadge,
  useAdminConsole,
} from "@souk/ui";
import { useMemo } from "react";
import { type Order, queriesShowingOrders, useCacheOrder } from "../orders/order-queries.ts";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";
import { orderFieldWords } from "./order-field-words.ts";

/** Show the buyer's note on an order and the order's note attributes. */
export function CustomerNote({ order: { note, note_attributes } }: { order: Order }) {
  return (
    <Section title={texts.order.notes.title}>
      {note === "" ? (
        <Text size="sm" c="dimmed">
          {texts.order.notes.none}
        </Text>
      ) : (
        <LongText text={note} maxLength={400} />
      )}
      {note_attributes.length > 0 && (
        <Stack mt="md">
          <KeyValues items={note_attributes.map(({ name, value }) => [name, value] as const)} />
        </Stack>
      )}
    </Section>
  );
}

/** Show an order's staff note and tags; people who may edit orders can change them. */
export function InternalNotes({ order }: { order: Order }) {
  const canEdit = usePermissions()("orders.edit");
  const words = texts.order.internal;
  return (
    <Section title={words.title} lead={words.lead}>
      {canEdit ? <InternalNotesForm order={order} /> : <InternalNotesText order={order} />}
    </Section>
  );
}

function InternalNotesText({ order: { remark, tags } }: { order: Order }) {
  return (
    <Stack>
      {remark === "" ? (
        <Text size="sm" c="dimmed">
          {texts.order.internal.noRemark}
        </Text>
      ) : (
        <LongText text={remark} maxLength={400} />
      )}
      <Group gap="xs">
        {tags.map((tag) => (
          <StatusBadge key={tag}>{tag}</StatusBadge>
        ))}
      </Group>
    </Stack>
  );
}

function InternalNotesForm({ order }: { order: Order }) {
  const admin = useAdminConsole();
  const cacheOrder = useCacheOrder();
  const specs = useMemo(
    () => buildFieldSpecs(operations.updateOrder.body as PlainSchema, orderFieldWords),
    [],
  );
  return (
    <SpecForm
      specs={specs}
      initial={order}
      isEdit
      submit={texts.order.internal.save}
      done={texts.order.internal.saved}
      onSubmit={(values, submitOnce) => {
        // The values have this type, because the specs come from the operation's schema.
        const body = values as OperationBody<typeof operations.updateOrder>;
        const params = { id: order.id };
        return submitOnce(body, (idempotencyKey) => admin.orders.update({ params, body, idempotencyKey }));
      }}
      refresh={queriesShowingOrders}
      onDone={cacheOrder}
    />
  );
}
