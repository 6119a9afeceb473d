/** Build the SQL of the JSON of a product image `i`. @param origin the SQL placeholder of the origin of image URLs */
export function imageJson({ zone, origin }: { zone: string; origin: string }): string {
  const time = (column: string) => `souk_time(${column}, ${zone})`;
  return `row_to_json((select x from (select i.id, i.product_id, ${origin}::text || i.path as url, i.title, i.position,
  i.width, i.height, ${time("i.created_at")} as created_at, ${time("i.updated_at")} as updated_at) x))`;
}
