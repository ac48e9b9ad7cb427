#include "palette.hpp"

namespace linghe::draw {

Rgb parse_rgb(std::string_view hex, Rgb otherwise) noexcept {
    if (hex.size() != 7 || hex[0] != '#') return otherwise;
    std::uint32_t value = 0;
    for (const char c : hex.substr(1)) {
        std::uint32_t digit = 0;
        if (c >= '0' && c <= '9') {
            digit = static_cast<std::uint32_t>(c - '0');
        } else if (c >= 'a' && c <= 'f') {
            digit = static_cast<std::uint32_t>(c - 'a') + 10;
        } else if (c >= 'A' && c <= 'F') {
            digit = static_cast<std::uint32_t>(c - 'A') + 10;
        } else {
            return otherwise;
        }
        value = value << 4 | digit;
    }
    return rgb(value);
}

namespace {

Palette make_light() {
    Palette p{};
    p.paper = rgb(0xF4EFE4), p.panel = rgb(0xFBF8F1), p.ink = rgb(0x23262B), p.ink2 = rgb(0x55565A);
    p.ink3 = rgb(0x6B6861), p.rule = rgb(0xD3CAB9), p.hair = rgb(0xE4DDCF), p.cinnabar = rgb(0xA63A2B);
    p.water_text = rgb(0x2A5668);
    p.resolve = {rgb(0x35616B), rgb(0x8CA79B), rgb(0xD6BA74), rgb(0xB4592F), rgb(0x5E8FA6), rgb(0x97908A)};
    p.grass = rgb(0xEEE6CD), p.grass2 = rgb(0xE2D8B6), p.burnt = rgb(0xACA194), p.burnt2 = rgb(0x968B80);
    p.sand = rgb(0xF3EBD6), p.water = rgb(0xABC8CD), p.deep = rgb(0x8AB0BA), p.wood = rgb(0xC3CBA0);
    p.crop = rgb(0xE6DDAF);
    p.light = rgb(0xFFFBF0), p.shade = rgb(0x8E6F42), p.light_share = 0.52F, p.shade_share = 0.42F;
    p.contour = rgb(0xA88458), p.road = rgb(0x7A5C38), p.tuft = rgb(0x8C743E), p.tuft_alpha = 0.42F;
    p.hachure = rgb(0x5C4830), p.hachure_alpha = 0.62F, p.waterline = rgb(0x2F5E70), p.waterline_alpha = 0.5F;
    p.smoke_black = rgb(0x424250), p.smoke_white = rgb(0xF8F6F2), p.smoke_under = 0.38F, p.smoke_over = 0.13F;
    p.flame = rgb(0xE0602A), p.ember = rgb(0xA63A2B);
    p.outline = rgb(0x23262B), p.pale = rgb(0xFBF8F1), p.halo = rgb(0xF8F4EA), p.halo_alpha = 0.88F;
    p.dead = rgb(0x232020), p.dead_alpha = 0.55F, p.seal = rgb(0xA63A2B), p.slip = rgb(0xFBF8F1);
    p.slip_alpha = 0.93F, p.arrow_white = rgb(0xFFFDF8);
    p.coats = {rgb(0x5b4636), rgb(0x6d5340), rgb(0x3d342e), rgb(0x7d6a55), rgb(0x8c8378), rgb(0x4a3b30)};
    return p;
}

Palette make_dusk() {
    Palette p{};
    p.paper = rgb(0x1A2028), p.panel = rgb(0x1F262F), p.ink = rgb(0xEAE4D6), p.ink2 = rgb(0xB7B1A4);
    p.ink3 = rgb(0x949083), p.rule = rgb(0x3A444F), p.hair = rgb(0x2C3540), p.cinnabar = rgb(0xE58570);
    p.water_text = rgb(0x9CC4D3);
    p.resolve = {rgb(0x6FA9B4), rgb(0x58766F), rgb(0xB99A52), rgb(0xD97F52), rgb(0x8FB6C9), rgb(0x6F6B68)};
    p.grass = rgb(0x323736), p.grass2 = rgb(0x2B3132), p.burnt = rgb(0x1E1F22), p.burnt2 = rgb(0x17181B);
    p.sand = rgb(0x424340), p.water = rgb(0x3A5C6C), p.deep = rgb(0x2C4A5C), p.wood = rgb(0x2B3A30);
    p.crop = rgb(0x3A3C33);
    p.light = rgb(0x96826E), p.shade = rgb(0x080C18), p.light_share = 0.39F, p.shade_share = 0.34F;
    p.contour = rgb(0x6E644E), p.road = rgb(0x9A8662), p.tuft = rgb(0xA89668), p.tuft_alpha = 0.26F;
    p.hachure = rgb(0xAAA088), p.hachure_alpha = 0.4F, p.waterline = rgb(0x8FBACB), p.waterline_alpha = 0.42F;
    p.smoke_black = rgb(0x7A7A86), p.smoke_white = rgb(0x96969E), p.smoke_under = 0.44F, p.smoke_over = 0.20F;
    p.flame = rgb(0xFF8A3C), p.ember = rgb(0xF2603A);
    p.outline = rgb(0x0B0E12), p.pale = rgb(0xEDF1EA), p.halo = rgb(0x141920), p.halo_alpha = 0.86F;
    p.dead = rgb(0x000000), p.dead_alpha = 0.7F, p.seal = rgb(0xB6483A), p.slip = rgb(0x1A2028);
    p.slip_alpha = 0.9F, p.arrow_white = rgb(0xF1ECE0);
    p.coats = {rgb(0x8a7462), rgb(0x9a7d66), rgb(0x6f645c), rgb(0xa8937b), rgb(0xb0a79b), rgb(0x7a6858)};
    return p;
}

}  // namespace

const Palette& palette(Theme theme) noexcept {
    static const Palette kLight = make_light();
    static const Palette kDusk = make_dusk();
    return theme == Theme::dusk ? kDusk : kLight;
}

}  // namespace linghe::draw
