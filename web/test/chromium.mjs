// Debian's Chromium with WebGL without a graphics card. SwiftShader is what a machine without a display has.
import { chromium } from "playwright-core";
export const open = () => chromium.launch({
  executablePath: process.env.LINGHE_CHROMIUM ?? "/usr/bin/chromium", headless: true,
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--font-render-hinting=none"],
});
