import {
  DataTable,
  EmptyState,
  LinkButton,
  StatusBadge,
  TwoLines,
  useAdminConsole,
  usePlace,
  useStore,
} from "@souk/ui";
import { IconForms } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { SettingsFrame } from "../../settings/settings-frame.tsx";
import { attributesKey } from "./attribute-queries.ts";
import { strings } from "./strings.ts";

/** The custom fields that customers of the shop have, a page at a time. */
export function CustomerFieldsPage() {
  const { handle } = useStore();
  const admin = useAdminConsole();
  const { page, go } = usePlace([]);
  const query = useQuery({
    queryKey: [...attributesKey, { page }],
    queryFn: ({ signal }) => admin.customer_attributes.list({ query: { page, limit: 50 }, signal }),
    placeholderData: keepPreviousData,
  });
  const list = `/${handle}/settings/customer-fields`;
  const add = <LinkButton to={`${list}/new`}>{strings.add}</LinkButton>;
  const { columns } = strings;
  return (
    <SettingsFrame title={strings.title} lead={strings.lead} actions={add}>
      <DataTable
        label={strings.title}
        query={query}
        rows={({ customer_attributes }) => customer_attributes}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `${list}/${id}`}
        onPage={(next, how) => go({ page: next }, how)}
        empty={
          <EmptyState icon={IconForms} title={strings.empty.title} action={add}>
            {strings.empty.text}
          </EmptyState>
        }
        columns={[
          {
            id: "field",
            header: columns.field,
            cell: ({ title, key }) => <TwoLines first={title} second={key} />,
          },
          {
            id: "input",
            header: columns.input,
            cell: ({ input_type, options }) => (
              <TwoLines
                first={strings.inputs[input_type]}
                second={options.length === 0 ? "" : strings.choices(options.length)}
              />
            ),
          },
          {
            id: "rule",
            header: columns.rule,
            cell: ({ is_required }) => (
              <StatusBadge tone={is_required ? "info" : "neutral"}>
                {is_required ? strings.required : strings.optional}
              </StatusBadge>
            ),
          },
        ]}
      />
    </SettingsFrame>
  );
}
