// How wide pages are on a phone, and what their first link takes: `node narrow.mjs BROWSER ADDRESS...`.
import { Browser } from "../playground/browser.mjs";

const [program, ...addresses] = process.argv.slice(2);
const browser = new Browser(program);
const told = [];
try {
  for (const address of addresses) {
    const page = await browser.open("about:blank");
    const size = { width: 390, height: 800, deviceScaleFactor: 1, mobile: true };
    await page.send("Emulation.setDeviceMetricsOverride", size);
    await page.send("Page.navigate", { url: address });
    await page.until(`location.href === ${JSON.stringify(address)} && document.readyState === "complete"`);
    const widest = await page.run("document.documentElement.scrollWidth");
    const link = await page.run(`(() => {
      const { width, height, right } = document.querySelector("td a, nav a, button").getBoundingClientRect();
      return { width, height, right };
    })()`);
    told.push({ widest, link, complaints: page.complaints });
  }
} finally {
  await browser.end();
}
process.stdout.write(JSON.stringify(told));
