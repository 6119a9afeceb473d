import { DataTable, EmptyState, StatusBadge, TwoLines, useAdminConsole, useUrlState } from "@souk/ui";
import { IconForms } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { PageLinkButton } from "../../page-link-button.tsx";
import { toStorePage } from "../../page-urls.ts";
import { SettingsFrame } from "../../settings/settings-frame.tsx";
import { texts } from "../../texts.ts";
import { attributesKey } from "./attribute-queries.ts";

/** Show the list of the store's custom fields for customers, which the API calls customer attributes. */
export function CustomerFieldsPage() {
  const admin = useAdminConsole();
  const { page, goToPage } = useUrlState([]);
  const query = useQuery({
    queryKey: [...attributesKey, { page }],
    queryFn: ({ signal }) => admin.customer_attributes.list({ query: { page, limit: 50 }, signal }),
    placeholderData: keepPreviousData,
  });
  const addButton = (
    <PageLinkButton to={toStorePage("/settings/customer-fields/new")}>
      {texts.customersAttributes.add}
    </PageLinkButton>
  );
  const { columns } = texts.customersAttributes;
  return (
    <SettingsFrame
      title={texts.customersAttributes.title}
      lead={texts.customersAttributes.lead}
      actions={addButton}
    >
      <DataTable
        label={texts.customersAttributes.title}
        query={query}
        rows={({ customer_attributes }) => customer_attributes}
        getKey={({ id }) => id}
        getLink={({ id }) => toStorePage("/settings/customer-fields/$id", { id })}
        onPage={goToPage}
        empty={
          <EmptyState icon={IconForms} title={texts.customersAttributes.empty.title} action={addButton}>
            {texts.customersAttributes.empty.text}
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
                first={texts.customersAttributes.inputs[input_type]}
                second={
                  options.length === 0 ? "" : texts.customersAttributes.choices({ count: options.length })
                }
              />
            ),
          },
          {
            id: "rule",
            header: columns.rule,
            cell: ({ is_required }) => (
              <StatusBadge tone={is_required ? "info" : "neutral"}>
                {is_required ? texts.customersAttributes.required : texts.customersAttributes.optional}
              </StatusBadge>
            ),
          },
        ]}
      />
    </SettingsFrame>
  );
}
