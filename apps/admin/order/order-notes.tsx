import { Group, Stack, Text } from "@mantine/core";
import { type BodyOf, operations } from "@souk/contract";
import {
  fieldSpecs,
  KeyValues,
  LongText,
  type PlainSchema,
  Section,
  SpecForm,
  StatusBadge,
  useAdminConsole,
} from "@souk/ui";
import { useMemo } from "react";
import { type Order, staleWithOrders, useShowOrder } from "../orders/order-queries.ts";
import { useMay } from "../use-may.ts";
import { strings } from "./strings.ts";

/** What the buyer wrote, and whatever else came with the order. */
export function CustomerNote({ order: { note, note_attributes } }: { order: Order }) {
  return (
    <Section title={strings.notes.title}>
      {note === "" ? (
        <Text size="sm" c="dimmed">
          {strings.notes.none}
        </Text>
      ) : (
        <LongText text={note} most={400} />
      )}
      {note_attributes.length > 0 && (
        <Stack mt="md">
          <KeyValues items={note_attributes.map(({ name, value }) => [name, value] as const)} />
        </Stack>
      )}
    </Section>
  );
}

/** The remark and the tags, which the shop's people give an order. */
export function DeskNotes({ order }: { order: Order }) {
  const mayWrite = useMay()("write_orders");
  const { desk } = strings;
  return (
    <Section title={desk.title} lead={desk.lead}>
      {mayWrite ? <DeskForm order={order} /> : <DeskWords order={order} />}
    </Section>
  );
}

function DeskWords({ order: { remark, tags } }: { order: Order }) {
  return (
    <Stack>
      {remark === "" ? (
        <Text size="sm" c="dimmed">
          {strings.desk.noRemark}
        </Text>
      ) : (
        <LongText text={remark} most={400} />
      )}
      <Group gap="xs">
        {tags.map((tag) => (
          <StatusBadge key={tag}>{tag}</StatusBadge>
        ))}
      </Group>
    </Stack>
  );
}

function DeskForm({ order }: { order: Order }) {
  const admin = useAdminConsole();
  const show = useShowOrder();
  const { remark, tags } = strings.desk.fields;
  const specs = useMemo(
    () => fieldSpecs(operations.updateOrder.body as PlainSchema, { remark, tags }),
    [remark, tags],
  );
  return (
    <SpecForm
      specs={specs}
      initial={order}
      isChange
      submit={strings.desk.save}
      done={strings.desk.saved}
      onSubmit={(values, once) => {
        // The fields were made from this operation's schema.
        const body = values as BodyOf<typeof operations.updateOrder>;
        const params = { id: order.id };
        return once(body, (idempotencyKey) => admin.orders.update({ params, body, idempotencyKey }));
      }}
      refresh={staleWithOrders}
      onDone={show}
    />
  );
}
