/** A customer of the demo store, with an address, tags and balances. */
export interface DemoCustomer {
  name: readonly [first: string, last: string];
  phone: string;
  city: string;
  zip: string;
  province_code: string;
  address1: string;
  tags: readonly string[];
  /** Changes of the customer's store credit, each with its reason. */
  credit?: readonly [amount: string, reason: string][];
  /** Changes of the customer's points, each with its reason. */
  points?: readonly [points: number, reason: string][];
}

const kualaLumpur = { city: "Kuala Lumpur", province_code: "MY-14" };
const penang = { city: "George Town", province_code: "MY-07" };
const johorBahru = { city: "Johor Bahru", province_code: "MY-01" };

/** The customers of the demo store. */
export const demoCustomers: readonly DemoCustomer[] = [
  {
    name: ["Mei Ling", "Tan"],
    phone: "+60123450001",
    ...kualaLumpur,
    zip: "50450",
    address1: "12 Jalan Ampang",
    tags: ["regular", "tea"],
    credit: [
      ["25.00", "A cracked bowl"],
      ["-10.00", "Used for a teapot"],
    ],
    points: [
      [120, "Bought for 120.00"],
      [45, "Bought for 45.00"],
      [-100, "A voucher"],
    ],
  },
  {
    name: ["Farid", "Hashim"],
    phone: "+60123450002",
    ...kualaLumpur,
    zip: "55100",
    address1: "3 Jalan Imbi",
    tags: ["wholesale"],
    points: [[860, "Bought for 860.00"]],
  },
  {
    name: ["Priya", "Nair"],
    phone: "+60123450003",
    ...penang,
    zip: "10200",
    address1: "27 Lebuh Chulia",
    tags: ["regular"],
    credit: [["15.50", "A parcel that arrived late"]],
  },
  {
    name: ["Daniel", "Ooi"],
    phone: "+60123450004",
    ...penang,
    zip: "10400",
    address1: "88 Jalan Burma",
    tags: [],
  },
  {
    name: ["Nurul", "Aziz"],
    phone: "+60123450005",
    ...johorBahru,
    zip: "80000",
    address1: "5 Jalan Wong Ah Fook",
    tags: ["tea"],
    points: [[60, "Bought for 60.00"]],
  },
  {
    name: ["Jason", "Lim"],
    phone: "+60123450006",
    ...johorBahru,
    zip: "80300",
    address1: "19 Jalan Tebrau",
    tags: [],
  },
  {
    name: ["Aishah", "Omar"],
    phone: "+60123450007",
    ...kualaLumpur,
    zip: "50480",
    address1: "41 Jalan Kiara",
    tags: ["regular", "gifts"],
    points: [[210, "Bought for 210.00"]],
  },
  {
    name: ["Kumar", "Raj"],
    phone: "+60123450008",
    ...kualaLumpur,
    zip: "50470",
    address1: "6 Jalan Tun Sambanthan",
    tags: ["wholesale"],
  },
  {
    name: ["Siti", "Rahim"],
    phone: "+60123450009",
    ...penang,
    zip: "11900",
    address1: "2 Persiaran Bayan",
    tags: ["gifts"],
  },
  {
    name: ["Wei Jie", "Chong"],
    phone: "+60123450010",
    ...kualaLumpur,
    zip: "50300",
    address1: "70 Jalan Tuanku Abdul Rahman",
    tags: [],
  },
  {
    name: ["Grace", "D'Cruz"],
    phone: "+60123450011",
    ...johorBahru,
    zip: "81100",
    address1: "33 Jalan Molek",
    tags: ["regular"],
  },
  {
    name: ["Hafiz", "Ismail"],
    phone: "+60123450012",
    ...kualaLumpur,
    zip: "50350",
    address1: "9 Jalan Raja Laut",
    tags: [],
  },
];

/** The customer groups of the demo store. A group's members are the customers with its tag. */
export const demoGroups = [
  { name: "Regulars", description: "They come back.", tag: "regular" },
  { name: "Wholesale", description: "Cafés and shops that buy by the box.", tag: "wholesale" },
] as const;
