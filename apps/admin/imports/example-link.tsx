import { Anchor } from "@mantine/core";
import { type ImportableResource, stockColumnPrefix } from "@souk/contract";
import { useLocations } from "../locations/location-queries.ts";
import { texts } from "../texts.ts";

/** Show the link that downloads a small example file for a resource. */
export function ExampleLink({ resource }: { resource: ImportableResource }) {
  return resource === "products" ? (
    <ProductExampleLink />
  ) : (
    <ExampleFileLink resource={resource} rows={customerRows} />
  );
}

const customerRows = [
  "email,phone,first_name,last_name,country_code,accepts_marketing,tags,address1,city,zip,address_country_code",
  'mei@example.com,012-345 6789,Mei,Tan,MY,true,"regular, tea",12 Jalan Besar,Ipoh,30000,MY',
  "arif@example.com,,Arif,Rahman,MY,false,,,,,",
];

/** Show the link to the example for products, with stock at the store's primary location. */
function ProductExampleLink() {
  const { data: locations = [] } = useLocations();
  const code = locations.find(({ is_primary }) => is_primary)?.code;
  const stockHeader = code === undefined ? "" : `,${stockColumnPrefix}${code}`;
  const buildStockCell = (units: string) => (code === undefined ? "" : `,${units}`);
  const rows = [
    `handle,title,vendor,option1_name,option1_value,sku,price${stockHeader}`,
    `batik-shirt,Batik shirt,Kain & Co,Size,M,SHIRT-M,59.00${buildStockCell("12")}`,
    `batik-shirt,,,,L,SHIRT-L,59.00${buildStockCell("8")}`,
    `clay-pot,Clay pot,Tembikar,,,POT,18.00${buildStockCell("30")}`,
  ];
  return <ExampleFileLink resource="products" rows={rows} />;
}

interface ExampleFileLinkProps {
  resource: ImportableResource;
  rows: readonly string[];
}

function ExampleFileLink({ resource, rows }: ExampleFileLinkProps) {
  const href = `data:text/csv;charset=utf-8,${encodeURIComponent(`${rows.join("\n")}\n`)}`;
  return (
    <Anchor href={href} download={`${resource}-example.csv`} size="sm">
      {texts.imports.example}
    </Anchor>
  );
}
