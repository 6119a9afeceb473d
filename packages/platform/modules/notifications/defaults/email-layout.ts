/**
 * Put the HTML content of an email into the default layout, which is one column with the store's name above and below. All email
 * programs can display it.
 */
export function wrapInLayout(contentHtml: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
</head>
<body style="margin: 0; padding: 24px 12px; background: #f4f4f2; font-family: Helvetica, Arial, sans-serif; color: #22211e">
<div style="max-width: 560px; margin: 0 auto; padding: 32px; background: #ffffff; border-radius: 8px; line-height: 1.5">
<p style="margin: 0 0 24px; font-size: 18px; font-weight: bold">{{ shop.name }}</p>
${contentHtml.trim()}
<p style="margin: 32px 0 0; padding-top: 16px; border-top: 1px solid #e3e2de; font-size: 13px; color: #63615b">
{{ shop.name }} · <a href="https://{{ shop.domain }}" style="color: #63615b">{{ shop.domain }}</a>
{%- if shop.email != "" %}<br>Questions? Reply to this email or write to {{ shop.email }}.{% endif %}
</p>
</div>
</body>
</html>
`;
}
