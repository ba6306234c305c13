// Verified client of a Latchkey license service, for C++17 with OpenSSL 1.1.1 and libcurl.
//
// Each answer is verified before it is parsed: its Ed25519 signature over the raw bytes, then that it
// belongs to this request, this operation and this application. The header prints nothing and never
// ends the process. docs/protect.md shows how to use it. Link with -lcurl -lcrypto.
#pragma once

#include <curl/curl.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <functional>
#include <iostream>
#include <locale>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

namespace latchkey {

/// What a program may do. Only `network` may let it continue offline.
enum class Kind {
  refused,    ///< The service said no.
  network,    ///< No service answered.
  signature,  ///< An answer, pass or file that must not be used.
  clock,      ///< This computer's clock is wrong.
  line,       ///< The program was not started by its loader.
  options     ///< The options of the client are invalid.
};

/// A refusal or a fault. `reason` is a stable word, and `message` the service's text for people.
struct Error {
  Kind kind = Kind::network;
  std::string reason;
  std::string message = {};
  std::optional<double> retry_after = {};  ///< Seconds, if the service reported them.
};

/// A value or an error. Reading the one that is absent throws std::bad_variant_access.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::move(value)) {}
  Result(Error error) : held_(std::move(error)) {}
  explicit operator bool() const { return held_.index() == 0; }
  T& operator*() { return std::get<0>(held_); }
  const T& operator*() const { return std::get<0>(held_); }
  T* operator->() { return &std::get<0>(held_); }
  const T* operator->() const { return &std::get<0>(held_); }
  const Error& error() const { return std::get<1>(held_); }

 private:
  std::variant<T, Error> held_;
};

/// The value of an operation that returns nothing.
struct Done {};

struct Subscription {
  std::string name, level;
  std::optional<long long> expires;  ///< Unix seconds, if known.
};

/// What the user has, by name. A missing one means no.
using Features = std::map<std::string, std::variant<bool, double, std::string>>;

/// Whether the feature is included: not no, and not 0.
inline bool has_feature(const Features& features, const std::string& name) {
  auto found = features.find(name);
  return found != features.end() && found->second != Features::mapped_type(false) && found->second != Features::mapped_type(0.0);
}

struct Account {
  std::string username;
  std::vector<Subscription> subscriptions;
  std::optional<long long> offline_until = {};  ///< Unix seconds, if an offline pass decided.
  Features features = {};
};

struct File {
  long long size;
  std::string sha256, path;
};

struct OfflinePass {
  std::string username, device_id;
  std::vector<Subscription> subscriptions;
  long long issued, until;  ///< Unix seconds.
  Features features = {};  ///< Those at the time of the check.
};

struct Request {
  std::string url;
  std::optional<std::string> form;  ///< Sent as a POST; without it the request is a GET.
  std::chrono::milliseconds timeout;  ///< For a whole POST, and for each silence of a GET.
};

/// Header names are in lower case.
struct Response {
  long status = 0;
  std::map<std::string, std::string> headers;
};

/// Receives a decoded piece of the body after the head. False ends the request, which is no error.
using Receive = std::function<bool(const Response&, std::string_view)>;
/// The HTTP stack. It must follow no redirects. URL and form have secrets.
using Transport = std::function<Result<Response>(const Request&, const Receive&)>;

namespace detail {

constexpr std::size_t max_body = 1024 * 1024;
constexpr std::size_t max_line = 64 * 1024;
constexpr std::size_t max_pass = 16'384;
constexpr int max_depth = 100;
constexpr long long max_pass_seconds = 168 * 3600;
constexpr long long fresh_seconds = 120;
constexpr long long behind_seconds = 300;

using Fields = std::map<std::string, std::string>;

inline Error bad_signature() { return {Kind::signature, "bad-signature"}; }
inline Error bad_reply() { return {Kind::signature, "bad-reply"}; }
inline Error bad_download() { return {Kind::signature, "bad-download"}; }
inline Error bad_pass() { return {Kind::signature, "pass-invalid"}; }

inline std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
  return text;
}

inline bool has_only(std::string_view text, std::string_view allowed, std::size_t min, std::size_t max) {
  return text.size() >= min && text.size() <= max && text.find_first_not_of(allowed) == text.npos;
}

inline bool is_hex(std::string_view text, std::size_t length) {
  return has_only(text, "0123456789abcdefABCDEF", length, length);
}

inline std::string from_hex(const std::string& text) {
  std::string bytes;
  for (std::size_t at = 0; at < text.size(); at += 2) bytes += static_cast<char>(std::stoi(text.substr(at, 2), nullptr, 16));
  return bytes;
}

inline std::string to_hex(std::string_view bytes) {
  std::string text;
  for (unsigned char byte : bytes) (text += "0123456789abcdef"[byte >> 4]) += "0123456789abcdef"[byte & 15];
  return text;
}

constexpr char base64url[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// SECURITY: one pass has one spelling, so padding and unused bits are refused.
inline std::string from_base64url(std::string_view text) {
  std::string bytes;
  unsigned bits = 0, count = 0;
  for (char c : text) {
    std::size_t value = std::string_view(base64url).find(c);
    if (value == std::string_view::npos) throw bad_pass();
    bits = bits << 6 | static_cast<unsigned>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 255);
  }
  if (text.empty() || count >= 6 || (bits & ((1u << count) - 1)) != 0) throw bad_pass();
  return bytes;
}

/// 43 characters of base64url.
inline std::string random_challenge() {
  unsigned char random[43];
  if (RAND_bytes(random, sizeof random) != 1) throw Error{Kind::network, "unreachable", "There is no random source."};
  std::string text;
  for (unsigned char byte : random) text += base64url[byte & 63];
  return text;
}

class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) { EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr); }
  void add(std::string_view bytes) { EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()); }
  std::string hex() {
    unsigned char digest[32];
    EVP_DigestFinal_ex(context_.get(), digest, nullptr);
    return to_hex({reinterpret_cast<char*>(digest), sizeof digest});
  }

 private:
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context_;
};

inline bool verifies(const std::string& key, const std::string& signature, const std::string& message) {
  auto bytes = [](const std::string& text) { return reinterpret_cast<const unsigned char*>(text.data()); };
  std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)> parsed(
      EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes(key), key.size()), EVP_PKEY_free);
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  return parsed && context && EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, parsed.get()) == 1 &&
         EVP_DigestVerify(context.get(), bytes(signature), signature.size(), bytes(message), message.size()) == 1;
}

/// Anyone can sign with such a key. The highest bit is the sign of x.
inline bool is_small_order(std::string key) {
  key[31] = static_cast<char>(key[31] & 0x7f);
  std::string hex = to_hex(key), ones(60, 'f');
  return hex == std::string(64, '0') || hex == "01" + std::string(62, '0') || hex == "ec" + ones + "7f" ||
         hex == "ed" + ones + "7f" || hex == "ee" + ones + "7f" ||
         hex == "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05" ||
         hex == "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a";
}

struct Json {
  enum class Type { missing, null, boolean, number, text, array, object };
  Type type = Type::missing;
  bool boolean = false;
  double number = 0;
  std::string text;
  std::vector<Json> items;
  std::vector<std::string> names;

  bool is(Type wanted) const { return type == wanted; }
  bool is_number() const { return type == Type::number && std::isfinite(number); }
  bool is_filled() const { return type == Type::text && !text.empty(); }
  bool is_text(std::string_view wanted) const { return type == Type::text && text == wanted; }
  bool is_key() const { return type == Type::text && is_hex(text, 64); }

  /// Of repeated names, the last one counts.
  const Json& operator[](std::string_view name) const {
    static const Json missing;
    auto found = std::find(names.rbegin(), names.rend(), name);
    return found == names.rend() ? missing : items[static_cast<std::size_t>(names.rend() - found) - 1];
  }

  /// A whole number from 0 to 2^53 - 1.
  std::optional<long long> whole() const {
    if (!is_number() || number < 0 || number >= 9007199254740992.0 || number != std::floor(number)) return {};
    return static_cast<long long>(number);
  }
};

using Type = Json::Type;

inline bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    unsigned char first = static_cast<unsigned char>(text[at]);
    std::size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (length == 0 || at + length > text.size()) return false;
    for (std::size_t more = 1; more < length; more++)
      if ((text[at + more] & 0xc0) != 0x80) return false;
    unsigned char second = length > 1 ? static_cast<unsigned char>(text[at + 1]) : 0;
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f)) return false;
    if ((first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f)) return false;
    at += length;
  }
  return true;
}

/// Numbers are read alike in every locale.
inline double to_double(const std::string& text) {
  std::istringstream stream(text);
  stream.imbue(std::locale::classic());
  double number = 0;
  stream >> number;
  return stream.fail() ? HUGE_VAL : number;
}

/// Parses JSON strictly. Throws std::invalid_argument.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Json parse() {
    Json value = read(0);
    space();
    if (at_ != text_.size()) fail();
    return value;
  }

 private:
  [[noreturn]] static void fail() { throw std::invalid_argument("json"); }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  char next() { return at_ < text_.size() ? text_[at_++] : (fail(), '\0'); }
  void space() { at_ = (std::min)(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  bool skip(char wanted) {
    space();
    if (peek() != wanted) return false;
    at_++;
    return true;
  }

  Json read(int depth) {
    if (depth > max_depth) fail();
    space();
    Json value;
    char first = peek();
    if (first == '{' || first == '[') {
      read_items(value, depth);
    } else if (first == '"') {
      value.type = Type::text;
      value.text = read_text();
    } else if (word("true") || word("false")) {
      value.type = Type::boolean;
      value.boolean = first == 't';
    } else if (word("null")) {
      value.type = Type::null;
    } else {
      value.type = Type::number;
      value.number = read_number();
    }
    return value;
  }

  void read_items(Json& value, int depth) {
    char end = next() == '{' ? '}' : ']';
    value.type = end == '}' ? Type::object : Type::array;
    if (skip(end)) return;
    do {
      if (end == '}') {
        space();
        value.names.push_back(read_text());
        if (!skip(':')) fail();
      }
      value.items.push_back(read(depth + 1));
    } while (skip(','));
    if (!skip(end)) fail();
  }

  bool word(std::string_view wanted) {
    if (text_.substr(at_, wanted.size()) != wanted) return false;
    at_ += wanted.size();
    return true;
  }

  std::string read_text() {
    std::string found;
    if (next() != '"') fail();
    for (char c = next(); c != '"'; c = next()) {
      if (static_cast<unsigned char>(c) < ' ') fail();
      if (c == '\\')
        escape(found);
      else
        found += c;
    }
    return found;
  }

  void escape(std::string& found) {
    char c = next();
    std::size_t at = std::string_view("\"\\/bfnrt").find(c);
    if (at != std::string_view::npos) {
      found += "\"\\/\b\f\n\r\t"[at];
      return;
    }
    if (c != 'u') fail();
    unsigned code = unit();
    if (code >= 0xd800 && code < 0xdc00 && text_.substr(at_, 2) == "\\u") {
      std::size_t before = at_;
      at_ += 2;
      unsigned low = unit();
      if (low >= 0xdc00 && low < 0xe000)
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
      else
        at_ = before;
    }
    append(found, code >= 0xd800 && code < 0xe000 ? 0xfffd : code);
  }

  unsigned unit() {
    std::string digits(text_.substr(at_, 4));
    if (!is_hex(digits, 4)) fail();
    at_ += 4;
    return static_cast<unsigned>(std::stoul(digits, nullptr, 16));
  }

  static void append(std::string& found, unsigned code) {
    if (code < 0x80) {
      found += static_cast<char>(code);
      return;
    }
    unsigned more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    found += static_cast<char>((0xff00u >> (more + 1) & 0xff) | code >> 6 * more);
    while (more-- > 0) found += static_cast<char>(0x80 | (code >> 6 * more & 0x3f));
  }

  std::size_t digits() {
    std::size_t begin = at_;
    while (peek() >= '0' && peek() <= '9') at_++;
    return at_ - begin;
  }

  double read_number() {
    std::size_t begin = at_;
    if (peek() == '-') at_++;
    bool has_zero = peek() == '0';
    std::size_t count = digits();
    if (count == 0 || (has_zero && count > 1)) fail();
    if (peek() == '.' && (at_++, digits() == 0)) fail();
    if (peek() == 'e' || peek() == 'E') {
      at_++;
      if (peek() == '+' || peek() == '-') at_++;
      if (digits() == 0) fail();
    }
    return to_double(std::string(text_.substr(begin, at_ - begin)));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// Returns the JSON object, or a value of type `missing`.
inline Json parse(std::string_view body) {
  if (!is_utf8(body)) return {};
  if (body.substr(0, 3) == "\xef\xbb\xbf") body.remove_prefix(3);
  std::size_t begin = body.find_first_not_of(" \t\r\n"), end = body.find_last_not_of(" \t\r\n");
  if (begin != body.npos && body.substr(begin, end - begin + 1) == "KeyAuth_Invalid")
    body = R"({"success":false,"reason":"app-unknown"})";
  try {
    Json value = Parser(body).parse();
    return value.is(Type::object) ? value : Json();
  } catch (const std::invalid_argument&) {
    return {};
  }
}

inline std::string text_of(const Json& answer, std::string_view name) {
  const Json& value = answer[name];
  return value.is(Type::text) ? value.text : throw bad_reply();
}

/// Numbers may also be sent as text, with at most 15 digits before the point.
inline std::optional<long long> seconds(const Json& value) {
  double number = value.number;
  if (value.is(Type::missing) || value.is(Type::null)) return {};
  if (value.is(Type::text)) {
    std::string_view text = value.text;
    if (text.substr(0, 1) == "-") text.remove_prefix(1);
    std::size_t point = (std::min)(text.find('.'), text.size());
    bool is_whole = has_only(text.substr(0, point), "0123456789", 1, 15);
    if (!is_whole || (point < text.size() && !has_only(text.substr(point + 1), "0123456789", 1, text.size()))) throw bad_reply();
    number = to_double(value.text);
  } else if (!value.is_number()) {
    throw bad_reply();
  }
  return static_cast<long long>((std::max)(-9e18, (std::min)(9e18, number)));
}

inline Subscription subscription_of(const Json& given) {
  const Json& level = given["level"];
  Subscription found{text_of(given, "subscription"), level.text, seconds(given["expiry"])};
  if (level.is_number()) {
    std::ostringstream stream;
    stream.imbue(std::locale::classic());
    stream.precision(15);
    stream << level.number;
    found.level = stream.str();
  } else if (!level.is(Type::text) && !level.is(Type::null) && !level.is(Type::missing)) {
    throw bad_reply();
  }
  return found;
}

inline std::optional<Features> read_features(const Json& given) {
  if (!given.is(Type::object)) return {};
  Features features;
  for (const std::string& name : given.names) {
    const Json& value = given[name];
    if (value.is(Type::boolean))
      features[name] = value.boolean;
    else if (value.is_number())
      features[name] = value.number;
    else if (value.is(Type::text))
      features[name] = value.text;
    else
      return {};
  }
  return features;
}

/// Malformed features count as none.
inline Features features_of(const Json& given) { return read_features(given).value_or(Features{}); }

/// Features of a pass can end before it does.
inline Features features_at(const Json& found, long long now) {
  Features features = features_of(found["features"]);
  const Json& changes = found["featureChanges"];
  if (!changes.is(Type::missing) && !changes.is(Type::array)) return {};
  for (const Json& change : changes.items) {
    std::optional<long long> from = change["from"].whole();
    std::optional<Features> next = read_features(change["features"]);
    if (!from || !next) return {};
    if (*from <= now) features = *next;
  }
  return features;
}

inline Account account_of(const Json& answer) {
  const Json& info = answer["info"];
  const Json& given = info["subscriptions"];
  Account account{text_of(info, "username"), {}};
  if (given.is(Type::object))
    account.subscriptions.push_back(subscription_of(given));
  else if (given.is(Type::array))
    for (const Json& one : given.items) account.subscriptions.push_back(subscription_of(one));
  else
    throw bad_reply();
  account.features = features_of(info["features"]);
  return account;
}

inline OfflinePass pass_of(const Json& found, const std::string& name, const std::string& owner_id, long long now) {
  std::optional<long long> issued = found["issued"].whole(), until = found["until"].whole();
  const Json& list = found["subscriptions"];
  bool is_valid = found["v"].is_number() && found["v"].number == 1 && found["username"].is(Type::text) && found["hwid"].is_filled() &&
                  issued && until && found["sequence"].whole() && list.is(Type::array);
  if (!is_valid || *until - *issued > max_pass_seconds) throw bad_pass();
  // SECURITY: one key signs for all applications of a service.
  if (!found["name"].is_text(name) || !found["ownerid"].is_text(owner_id)) throw bad_pass();
  OfflinePass pass{found["username"].text, found["hwid"].text, {}, *issued, *until, features_at(found, now)};
  for (const Json& one : list.items) {
    if (!one["subscription"].is(Type::text) || !one["level"].is(Type::text) || !one["expiry"].whole()) throw bad_pass();
    pass.subscriptions.push_back({one["subscription"].text, one["level"].text, one["expiry"].whole()});
  }
  return pass;
}

inline bool is_line(const Json& line) {
  const Json &session = line["sessionid"], &key = line["publicKey"], &keys = line["publicKeys"], &options = line["options"];
  const Json &address = line["baseUrl"], &offline = line["offline"];
  bool has_session = session.is_filled() || (session.is(Type::null) && offline.is_filled());
  bool has_address = address.is(Type::text) && (address.text.rfind("https://", 0) == 0 || address.text.rfind("http://", 0) == 0);
  return line["v"].is_number() && line["v"].number == 1 && has_address && line["name"].is_filled() && line["ownerid"].is_filled() &&
         has_session && (offline.is(Type::missing) || offline.is_filled()) && (key.is(Type::null) || key.is_key()) &&
         (keys.is(Type::missing) || keys.is(Type::array)) &&
         std::all_of(keys.items.begin(), keys.items.end(), [](const Json& one) { return one.is_key(); }) &&
         (line["challenge"].is_text("required") || line["challenge"].is_text("off")) &&
         (line["method"].is_text("GET") || line["method"].is_text("POST")) &&
         (options.is(Type::missing) || options.is(Type::object)) &&
         std::all_of(options.items.begin(), options.items.end(), [](const Json& one) { return one.is(Type::text); });
}

/// SECURITY: nothing in an unsigned answer is trusted; it only helps to name the fault.
inline Error unsigned_answer(const Response& response, std::string_view body) {
  if (response.status == 407) return {Kind::network, "proxy-auth"};
  if (response.status == 511) return {Kind::network, "captive-portal"};
  if (response.status == 429 || response.status >= 500) return {Kind::network, "server-down"};
  body.remove_prefix((std::min)(body.find_first_not_of(" \t\r\n"), body.size()));
  if (body.substr(0, 1) == "{" || body.substr(0, 8) == "KeyAuth_") return bad_signature();
  auto type = response.headers.find("content-type");
  bool is_page = body.substr(0, 1) == "<" || (type != response.headers.end() && type->second.find("text/html") != std::string::npos);
  return is_page && response.status / 100 == 2 ? Error{Kind::network, "captive-portal"} : bad_reply();
}

/// Returns the answer if it is a success, else throws the refusal.
inline Json success_of(Json answer, const std::string& owner_id) {
  if (answer.is(Type::missing)) throw bad_reply();
  const Json &given = answer["success"], &status = answer["status"], &owner = answer["ownerid"], &retry = answer["retryAfter"];
  bool is_limited = given.is(Type::missing) && status.is(Type::boolean) && !status.boolean;
  bool has_owner = owner.is(Type::text);
  if ((!is_limited && !given.is(Type::boolean)) || (!has_owner && !owner.is(Type::missing))) throw bad_reply();
  if (has_owner && owner.text != owner_id) throw bad_signature();
  if (given.boolean) return has_owner ? answer : throw bad_reply();
  Error refusal{Kind::refused, answer["reason"].text, answer["message"].text};
  if (refusal.reason.empty()) refusal.reason = is_limited ? "rate-limited" : "refused";
  if (retry.is_number()) refusal.retry_after = retry.number;
  throw refusal;
}

inline std::string form_of(const Fields& fields) {
  constexpr char unreserved[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";
  std::string form;
  for (const auto& [name, value] : fields) {
    form += (form.empty() ? "" : "&") + name + "=";
    for (char c : value)
      if (std::string_view(unreserved).find(c) != std::string_view::npos)
        form += c;
      else
        form += "%" + to_hex({&c, 1});
  }
  return form;
}

/// Adds an optional field.
inline Fields with(Fields fields, const char* name, const std::string& value) {
  if (!value.empty()) fields[name] = value;
  return fields;
}

/// Whether a person would have to type the loader's line.
inline bool is_terminal(const std::istream& input) {
#ifdef _WIN32
  return &input == &std::cin && _isatty(0) != 0;
#else
  return &input == &std::cin && isatty(0) != 0;
#endif
}

/// A request with libcurl. Exceptions must not pass through its C code.
struct Exchange {
  CURL* curl;
  const Receive& receive;
  Response response = {};
  bool is_stopped = false;
  std::exception_ptr thrown = nullptr;

  static std::size_t on_header(char* bytes, std::size_t, std::size_t count, void* self) noexcept {
    std::string_view line(bytes, count);
    auto& headers = static_cast<Exchange*>(self)->response.headers;
    std::size_t colon = line.find(':');
    if (line.substr(0, 5) == "HTTP/") {
      headers.clear();
    } else if (colon != line.npos) {
      std::string_view value = line.substr(colon + 1);
      value.remove_prefix((std::min)(value.find_first_not_of(" \t"), value.size()));
      value = value.substr(0, value.find_last_not_of(" \t\r\n") + 1);
      headers[lower(std::string(line.substr(0, colon)))] = value;
    }
    return count;
  }

  static std::size_t on_body(char* bytes, std::size_t, std::size_t count, void* given) noexcept {
    auto& self = *static_cast<Exchange*>(given);
    try {
      curl_easy_getinfo(self.curl, CURLINFO_RESPONSE_CODE, &self.response.status);
      self.is_stopped = !self.receive(self.response, {bytes, count});
    } catch (...) {
      self.thrown = std::current_exception();
    }
    return self.is_stopped || self.thrown ? 0 : count;
  }
};

inline Error fault_of(CURLcode code) {
  switch (code) {
    case CURLE_OPERATION_TIMEDOUT:
      return {Kind::network, "timeout"};
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
      return {Kind::network, "unreachable"};
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
      return {Kind::network, "tls"};
    case CURLE_BAD_CONTENT_ENCODING:
    case CURLE_WRITE_ERROR:  // also for content that cannot be decoded
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY:
      return bad_reply();
    default:
      return {Kind::network, "interrupted"};
  }
}

/// The default transport: follows no redirects, stores no cookies and ignores proxies.
inline Result<Response> send(const Request& request, const Receive& receive) {
  static const bool is_ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  std::unique_ptr<CURL, void (*)(CURL*)> curl(is_ready ? curl_easy_init() : nullptr, curl_easy_cleanup);
  if (!curl) return Error{Kind::network, "unreachable", "libcurl does not work."};
  Exchange exchange{curl.get(), receive};
  auto set = [&](CURLoption option, auto value) { curl_easy_setopt(curl.get(), option, value); };
  set(CURLOPT_URL, request.url.c_str());
  set(CURLOPT_PATH_AS_IS, 1L);
  set(CURLOPT_PROXY, "");
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_HEADERFUNCTION, &Exchange::on_header);
  set(CURLOPT_HEADERDATA, static_cast<void*>(&exchange));
  set(CURLOPT_WRITEFUNCTION, &Exchange::on_body);
  set(CURLOPT_WRITEDATA, static_cast<void*>(&exchange));
  set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(request.timeout.count()));
  if (request.form) {
    set(CURLOPT_POSTFIELDS, request.form->c_str());
    set(CURLOPT_POSTFIELDSIZE, static_cast<long>(request.form->size()));
    set(CURLOPT_ACCEPT_ENCODING, "gzip");
    set(CURLOPT_TIMEOUT_MS, static_cast<long>(request.timeout.count()));
  } else {
    set(CURLOPT_LOW_SPEED_LIMIT, 1L);  // a large file takes longer
    set(CURLOPT_LOW_SPEED_TIME, static_cast<long>((request.timeout.count() + 999) / 1000));
  }
  CURLcode code = curl_easy_perform(curl.get());
  if (exchange.thrown) std::rethrow_exception(exchange.thrown);
  if (code != CURLE_OK && !exchange.is_stopped) return fault_of(code);
  curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &exchange.response.status);
  return exchange.response;
}

}  // namespace detail

struct Options {
  std::string address;  ///< https, or http for 127.0.0.1 and [::1].
  std::string name, owner_id, version;
  std::vector<std::string> public_keys;  ///< 64 hex characters each.
  std::string device_id = {};
  bool challenge = true;  ///< False is for services that echo no challenge: then the clock proves freshness.
  std::chrono::milliseconds timeout = std::chrono::seconds(15);
  Transport transport = detail::send;
  std::function<long long()> clock = [] { return static_cast<long long>(std::time(nullptr)); };  ///< Unix seconds.
};

/// A background check. Its end waits for a check that runs.
class [[nodiscard]] Watch {
 public:
  using Report = std::function<void(const Result<Account>&)>;

  Watch(std::function<Result<Account>()> check, std::chrono::milliseconds every, Report report) : state_(std::make_shared<State>()) {
    thread_ = std::thread([state = state_, check, every, report] {
      std::mt19937 random{std::random_device{}()};
      std::uniform_real_distribution<double> jitter(0.8, 1.2);
      std::unique_lock<std::mutex> lock(state->mutex);
      auto is_stopped = [&] { return state->is_stopped; };
      while (!state->changed.wait_for(lock, every * jitter(random), is_stopped)) {
        lock.unlock();
        Result<Account> result = check();
        lock.lock();
        if (state->is_stopped) return;
        lock.unlock();
        report(result);
        lock.lock();
      }
    });
  }
  Watch(Watch&&) = default;
  Watch& operator=(Watch&&) = delete;
  ~Watch() { stop(); }

  void stop() {
    if (!thread_.joinable()) return;
    {
      std::lock_guard<std::mutex> lock(state_->mutex);
      state_->is_stopped = true;
    }
    state_->changed.notify_all();
    if (thread_.get_id() == std::this_thread::get_id())
      thread_.detach();  // called by the report
    else
      thread_.join();
  }

 private:
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    bool is_stopped = false;
  };
  std::shared_ptr<State> state_;
  std::thread thread_;
};

/// A client with one session. Copies share it, and threads may use it together.
class Client {
 public:
  /// Opens no connection. An error has the reason `bad-options`.
  static Result<Client> create(Options options) {
    static const std::regex address(
        R"((https://[^/?#@\s\\:]+(:\d+)?|http://(127\.0\.0\.1|\[::1\])(:\d+)?)(/[^?#\s\\]*)?)");
    auto invalid = [](const char* message) { return Error{Kind::options, "bad-options", message}; };
    if (!std::regex_match(options.address, address))
      return invalid("The address must be https, without query; http only for 127.0.0.1 and [::1].");
    if (options.public_keys.empty()) return invalid("There is no public key.");
    Client client(std::move(options));
    for (const std::string& key : client.state_->options.public_keys) {
      if (!detail::is_hex(key, 64)) return invalid("Public keys have 64 hex characters.");
      if (detail::is_small_order(detail::from_hex(key))) return invalid("Anyone can sign with this public key, such as zeros.");
      client.state_->keys.push_back(detail::from_hex(key));
    }
    return client;
  }

  /// Returns a client with the session of the loader's line. Reasons: no-line and other-service.
  static Result<Client> from_loader(Options options, std::istream& input) {
    Result<Client> client = create(std::move(options));
    if (!client) return client;
    if (detail::is_terminal(input)) return Error{Kind::line, "no-line"};
    std::string line(detail::max_line + 1, '\0');
    input.read(line.data(), static_cast<std::streamsize>(line.size()));
    line.resize(static_cast<std::size_t>(input.gcount()));
    return client->attempt([&] { return client->take_line(line), *client; });
  }

  /// Returns what the user chose in the loader. Check each value: anyone can write the line.
  const std::map<std::string, std::string>& choices() const { return state_->choices; }

  /// The features of the loader's line, before the first check. Anyone can write the line.
  const Features& line_features() const { return state_->features; }

  /// Signs in. The reason `code-needed` asks for a one-time code in `code`.
  Result<Account> login(const std::string& username, const std::string& password, const std::string& code = "") {
    return sign_in("login", detail::with({{"username", username}, {"pass", password}}, "code", code));
  }

  /// Signs in with a license key alone. Its first use creates the user.
  Result<Account> license(const std::string& key, const std::string& code = "") {
    return sign_in("license", detail::with({{"key", key}}, "code", code));
  }

  Result<Account> register_user(
      const std::string& username, const std::string& password, const std::string& key, const std::string& email = "") {
    return sign_in("register", detail::with({{"username", username}, {"pass", password}, {"key", key}}, "email", email));
  }

  /// Creates a user with the free trial of the application, once for each computer.
  Result<Account> trial(const std::string& username, const std::string& password) {
    return sign_in("trial", {{"username", username}, {"pass", password}});
  }

  /// Adds a key's time to a user, and returns the new end in unix seconds if it is known.
  Result<std::optional<long long>> redeem(const std::string& username, const std::string& key) {
    return attempt([&] {
      detail::Json answer = call("upgrade", {{"username", username}, {"key", key}}, true);
      auto seconds = [](const detail::Json& value) -> std::optional<long long> {
        try {
          return detail::seconds(value);
        } catch (const Error&) {
          return {};
        }
      };
      std::optional<long long> until = seconds(answer["redeemed"]["until"]);
      return until ? until : seconds(answer["expiry"]);
    });
  }

  /// Returns the signed-in user. If nothing answers, the loader's offline pass decides.
  Result<Account> check() {
    Result<detail::Json> answer = attempt([&] { return call("check", {}); });
    if (answer) {
      Result<Account> account = attempt([&] { return detail::account_of(*answer); });
      return account ? account : Account{};
    }
    if (answer.error().kind != Kind::network || state_->pass.empty()) return answer.error();
    Result<OfflinePass> pass = verify_pass(state_->pass);
    if (!pass) return pass.error();
    return Account{pass->username, pass->subscriptions, pass->until, pass->features};
  }

  Result<Done> logout() {
    Result<Done> done = perform("logout", {});
    if (done) set_session({});
    return done;
  }

  /// Returns a variable of the application.
  Result<std::string> variable(const std::string& name) { return text("var", {{"varid", name}}, "message"); }
  Result<std::string> user_variable(const std::string& name) { return text("getvar", {{"var", name}}, "response"); }
  Result<Done> set_user_variable(const std::string& name, const std::string& value) {
    return perform("setvar", {{"var", name}, {"data", value}});
  }

  Result<Done> log(const std::string& message) { return perform("log", {{"message", message}}); }

  Result<std::string> webhook(
      const std::string& id, const std::string& params = "", const std::string& body = "", const std::string& content_type = "") {
    using detail::with;
    return text("webhook", with(with(with({{"webid", id}}, "params", params), "body", body), "conttype", content_type), "response");
  }

  /// Bans the signed-in user, and this computer if it is bound to the user.
  Result<Done> ban(const std::string& reason = "") {
    return perform("ban", detail::with(detail::with({}, "reason", reason), "hwid", state_->options.device_id));
  }

  Result<File> file(const std::string& id) {
    return attempt([&] {
      detail::Json answer = call("file", {{"fileid", id}});
      std::optional<long long> size = answer["size"].whole();
      if (!size) throw detail::bad_reply();
      return File{*size, detail::text_of(answer, "sha256"), detail::text_of(answer, "download")};
    });
  }

  /// Passes a file to `write` in pieces, and returns its size. The content is verified at the end:
  /// discard what was written after an error.
  Result<long long> download(const std::string& id, const std::function<void(std::string_view)>& write) {
    Result<File> offered = file(id);
    if (!offered) return offered.error();
    return attempt([&] {
      const std::string& path = offered->path;
      if (path.size() < 2 || path[0] != '/' || path[1] == '/' || path[1] == '\\') throw detail::bad_reply();
      long long size = 0;
      detail::Sha256 hash;
      Response response = send(path, {}, [&](const Response& head, std::string_view bytes) {
        size += static_cast<long long>(bytes.size());
        if (head.status != 200 || size > offered->size) return false;
        hash.add(bytes);
        write(bytes);
        return true;
      });
      if (response.status >= 500) throw Error{Kind::network, "server-down"};
      bool is_intact = size == offered->size && hash.hex() == detail::lower(offered->sha256);
      return response.status == 200 && is_intact ? size : throw detail::bad_download();
    });
  }

  /// Returns the content of an offline pass for this application, computer and time.
  Result<OfflinePass> verify_pass(const std::string& text) const {
    return attempt([&] {
      std::size_t point = text.find('.');
      if (text.size() > detail::max_pass || point == text.npos) throw detail::bad_pass();
      std::string content = detail::from_base64url(std::string_view(text).substr(0, point));
      std::string signature = detail::from_base64url(std::string_view(text).substr(point + 1));
      if (!is_signed(signature, "latchkey-pass-v1\n" + content)) throw detail::bad_pass();
      const Options& options = state_->options;
      long long now = options.clock();
      OfflinePass found = detail::pass_of(detail::parse(content), options.name, options.owner_id, now);
      if (!options.device_id.empty() && options.device_id != found.device_id) throw Error{Kind::signature, "other-device"};
      if (now >= found.until) throw Error{Kind::refused, "pass-expired"};
      if (now < found.issued - detail::behind_seconds) throw Error{Kind::clock, "clock-behind"};
      return found;
    });
  }

  /// Checks in a background thread, and calls `report` there after each check. The interval varies by
  /// a fifth, so that programs do not ask together. The end of the returned object stops the checks.
  Watch watch(std::chrono::milliseconds every, Watch::Report report) const {
    return Watch([client = *this]() mutable { return client.check(); }, every, std::move(report));
  }

 private:
  friend struct TestAccess;
  struct State {
    Options options;
    std::string address;
    std::vector<std::string> keys;
    std::function<std::string()> new_challenge = detail::random_challenge;
    std::mutex opening;  ///< Held while a session opens, so that threads open one.
    mutable std::mutex mutex;  ///< For session and newest.
    std::string session;
    long long newest = 0;
    bool launched_offline = false;
    std::string pass;
    std::map<std::string, std::string> choices;
    Features features;
  };
  std::shared_ptr<State> state_;

  explicit Client(Options options) : state_(std::make_shared<State>()) {
    state_->address = options.address.substr(0, options.address.find_last_not_of('/') + 1);
    state_->options = std::move(options);
  }

  /// Functions of this class and of `detail` throw errors; those that programs call return them.
  template <class Work>
  static auto attempt(Work work) -> Result<decltype(work())> {
    try {
      return work();
    } catch (const Error& error) {
      return error;
    }
  }

  Result<Done> perform(const char* operation, const detail::Fields& fields) {
    return attempt([&] { return call(operation, fields), Done{}; });
  }

  Result<std::string> text(const char* operation, const detail::Fields& fields, const char* name) {
    return attempt([&] { return detail::text_of(call(operation, fields), name); });
  }

  Result<Account> sign_in(const char* operation, const detail::Fields& fields) {
    return attempt([&] { return detail::account_of(call(operation, detail::with(fields, "hwid", state_->options.device_id), true)); });
  }

  void take_line(const std::string& bytes) {
    bool has_mark = bytes.compare(0, 1, "\xef") == 0;
    detail::Json line = bytes.size() > detail::max_line || has_mark ? detail::Json() : detail::parse(bytes);
    if (!detail::is_line(line)) throw Error{Kind::line, "no-line"};
    std::vector<detail::Json> offered = line["publicKeys"].items;
    offered.push_back(line["publicKey"]);
    bool shares_key = line["publicKey"].is_key() && std::any_of(offered.begin(), offered.end(), [&](const detail::Json& key) {
      return std::count(state_->keys.begin(), state_->keys.end(), detail::from_hex(key.text)) > 0;
    });
    const std::string& address = line["baseUrl"].text;
    bool is_same = address.substr(0, address.find_last_not_of('/') + 1) == state_->address && line["name"].text == state_->options.name &&
                   line["ownerid"].text == state_->options.owner_id && line["challenge"].is_text("required");
    if (!is_same || !shares_key) throw Error{Kind::line, "other-service"};
    set_session(line["sessionid"].text);
    state_->launched_offline = line["sessionid"].is(detail::Type::null);
    state_->pass = line["offline"].text;
    const detail::Json& options = line["options"];
    for (const std::string& name : options.names) state_->choices[name] = options[name].text;
    state_->features = detail::features_of(line["features"]);
  }

  std::string session() const {
    std::lock_guard<std::mutex> lock(state_->mutex);
    return state_->session;
  }

  void set_session(const std::string& session) {
    std::lock_guard<std::mutex> lock(state_->mutex);
    state_->session = session;
  }

  /// A sign-in whose session is gone is sent once more, in a new session.
  detail::Json call(const char* operation, detail::Fields fields, bool signs_in = false) {
    if (state_->launched_offline) throw Error{Kind::network, "unreachable"};
    for (bool is_retry = false;; is_retry = true) {
      std::string current = fields["sessionid"] = open();
      try {
        return exchange(operation, fields);
      } catch (const Error& error) {
        if (error.reason != "session-gone") throw;
        if (session() == current) set_session({});
        if (is_retry || !signs_in) throw;
      }
    }
  }

  std::string open() {
    std::lock_guard<std::mutex> lock(state_->opening);
    std::string current = session();
    if (!current.empty()) return current;
    current = detail::text_of(exchange("init", {{"ver", state_->options.version}}), "sessionid");
    if (current.empty() || current.size() > 200) throw detail::bad_reply();
    set_session(current);
    return current;
  }

  Response send(const std::string& path, const std::optional<std::string>& form, const Receive& receive) {
    Result<Response> response = state_->options.transport({state_->address + path, form, state_->options.timeout}, receive);
    if (!response) throw response.error();
    if (response->status / 100 == 3 && response->headers.count("location") > 0) throw Error{Kind::network, "captive-portal"};
    return *response;
  }

  detail::Json exchange(const std::string& operation, detail::Fields fields) {
    const Options& options = state_->options;
    std::string challenge = options.challenge ? state_->new_challenge() : "", ids;
    for (std::size_t at = 0; at < state_->keys.size() && at < 3; at++) {
      detail::Sha256 hash;
      hash.add(state_->keys[at]);
      ids += (ids.empty() ? "" : ",") + hash.hex().substr(0, 16);
    }
    fields.insert({{"type", operation}, {"name", options.name}, {"ownerid", options.owner_id}, {"keys", ids}});
    std::string body, form = detail::form_of(detail::with(fields, "challenge", challenge));
    state_->mutex.lock();
    long long not_before = state_->newest;
    state_->mutex.unlock();
    Response response = send("/api/1.3/", form, [&](const Response&, std::string_view bytes) {
      body += bytes;
      return body.size() <= detail::max_body;
    });
    if (body.size() > detail::max_body) throw detail::bad_reply();
    return read(operation, challenge, not_before, response, body);
  }

  /// SECURITY: signature over the raw bytes first, then JSON, freshness, application and content.
  detail::Json read(
      const std::string& operation, const std::string& challenge, long long not_before, const Response& response, const std::string& body) {
    auto timestamp = response.headers.find("x-signature-timestamp"), signature = response.headers.find("x-signature-ed25519");
    if (timestamp == response.headers.end() || signature == response.headers.end()) throw detail::unsigned_answer(response, body);
    if (!detail::has_only(timestamp->second, "0123456789", 1, 13) || !detail::is_hex(signature->second, 128)) throw detail::bad_signature();
    if (!is_signed(detail::from_hex(signature->second), timestamp->second + body)) throw detail::bad_signature();
    detail::Json answer = detail::parse(body);
    if (response.status >= 500) throw Error{Kind::network, "server-down"};
    long long signed_at = std::stoll(timestamp->second);
    if (!challenge.empty()) {
      bool is_echo = answer["challenge"].is_text(challenge) && answer["type"].is_text(operation) && answer["name"].is_text(state_->options.name);
      if (!is_echo) throw detail::bad_signature();
    } else if (std::llabs(state_->options.clock() - signed_at) > detail::fresh_seconds) {
      throw Error{Kind::clock, "clock-skew"};
    } else if (signed_at < not_before) {
      throw detail::bad_signature();
    }
    {
      std::lock_guard<std::mutex> lock(state_->mutex);
      state_->newest = (std::max)(state_->newest, signed_at);
    }
    return detail::success_of(std::move(answer), state_->options.owner_id);
  }

  bool is_signed(const std::string& signature, const std::string& message) const {
    return std::any_of(
        state_->keys.begin(), state_->keys.end(), [&](const std::string& key) { return detail::verifies(key, signature, message); });
  }
};

}  // namespace latchkey
