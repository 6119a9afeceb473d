import { Anchor } from "@mantine/core";
import { stockColumnPrefix } from "@souk/contract";
import { useLocations } from "../locations/location-queries.ts";
import { strings } from "./strings.ts";

/** A file of three rows to begin with, with the stock at the shop's own primary location. */
export function ExampleLink() {
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
  const href = `data:text/csv;charset=utf-8,${encodeURIComponent(`${rows.join("\n")}\n`)}`;
  return (
    <Anchor href={href} download="products-example.csv" size="sm">
      {strings.example}
    </Anchor>
  );
}
