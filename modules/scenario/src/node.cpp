#include "node.hpp"

#include "linghe/base/text.hpp"
#include "linghe/math/fixed.hpp"

namespace linghe::scenario {

std::string_view Node::fallback(std::string_view key) const noexcept {
    const Key* k = table_->find(key);
    return k != nullptr ? k->fallback : std::string_view{};
}

double Node::number(std::string_view key) const {
    if (const Value* v = value_->find(key)) return v->number;
    const auto parsed = base::parse_double(fallback(key));
    return parsed.ok() ? parsed.value() : 0.0;
}

bool Node::flag(std::string_view key) const {
    if (const Value* v = value_->find(key)) return v->boolean;
    return fallback(key) == "true";
}

std::string Node::text(std::string_view key) const {
    if (const Value* v = value_->find(key)) return v->text;
    const std::string_view f = fallback(key);
    return f.size() >= 2 && f.front() == '"' ? std::string{f.substr(1, f.size() - 2)} : std::string{f};
}

model::Name Node::name(std::string_view key) const {
    const Value* v = value_->find(key);
    if (v == nullptr) return {};
    if (v->kind == Value::Kind::text) return {v->text, v->text};
    const Value *en = v->find("en"), *zh = v->find("zh");
    return {en != nullptr ? en->text : zh->text, zh != nullptr ? zh->text : en->text};
}

double Node::metre(std::string_view key, std::size_t i) const {
    const Value* v = value_->find(key);
    return v != nullptr && i < v->items.size() ? v->items[i].number : 0.0;
}

std::int32_t Node::mm(std::string_view key, std::size_t i) const {
    return math::round_to<std::int32_t>(metre(key, i) * 1000.0);
}

std::vector<ground::PointM> Node::points(std::string_view key) const {
    std::vector<ground::PointM> out;
    if (const Value* v = value_->find(key))
        for (const Value& p : v->items)
            out.push_back({static_cast<float>(p.items[0].number), static_cast<float>(p.items[1].number)});
    return out;
}

std::optional<Node> Node::child(std::string_view key) const {
    const Value* v = value_->find(key);
    const Key* k = table_->find(key);
    if (v == nullptr || k == nullptr || k->table == nullptr) return std::nullopt;
    return Node{*v, *k->table, path(key)};
}

std::vector<Node> Node::children(std::string_view key) const {
    std::vector<Node> out;
    const Value* v = value_->find(key);
    const Key* k = table_->find(key);
    if (v == nullptr || k == nullptr || k->table == nullptr) return out;
    for (std::size_t i = 0; i < v->items.size(); ++i)
        out.emplace_back(v->items[i], *k->table, item_path(path(key), v->items[i], i));
    return out;
}

}  // namespace linghe::scenario
