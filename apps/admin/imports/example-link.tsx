import { Anchor } from "@mantine/core";
import { type ImportableResource, stockColumnPrefix } from "@souk/contract";
import { useLocations } from "../locations/location-queries.ts";
import { texts } from "../texts.ts";

/** Show the link to a small example file. */
export function ExampleLink({ resource }: { resource: ImportableResource }) {
  return resource === "products" ? <ProductExample /> : <ExampleFile of={resource} rows={customerRows} />;
}

const customerRows = [
  "email,phone,first_name,last_name,country_code,accepts_marketing,tags,address1,city,zip,address_country_code",
  'mei@example.com,012-345 6789,Mei,Tan,MY,true,"regular, tea",12 Jalan Besar,Ipoh,30000,MY',
  "arif@example.com,,Arif,Rahman,MY,false,,,,,",
];

/** Show the link to the products example; its stock is at the store's own primary location. */
function ProductExample() {
  const { data: locations = [] } = useLocations();
  const code = locations.find(({ is_primary }) => is_primary)?.code;
  const stock = code === undefined ? "" : `,${stockColumnPrefix}${code}`;
  const stocked = (units: string) => (code === undefined ? "" : `,${units}`);
  const rows = [
    `handle,title,vendor,option1_name,option1_value,sku,price${stock}`,
    `batik-shirt,Batik shirt,Kain & Co,Size,M,SHIRT-M,59.00${stocked("12")}`,
    `batik-shirt,,,,L,SHIRT-L,59.00${stocked("8")}`,
    `clay-pot,Clay pot,Tembikar,,,POT,18.00${stocked("30")}`,
  ];
  return <ExampleFile of="products" rows={rows} />;
}

function ExampleFile({ of, rows }: { of: ImportableResource; rows: readonly string[] }) {
  const href = `data:text/csv;charset=utf-8,${encodeURIComponent(`${rows.join("\n")}\n`)}`;
  return (
    <Anchor href={href} download={`${of}-example.csv`} size="sm">
      {texts.imports.example}
    </Anchor>
  );
}
