// Runs the client against the vectors and the live service of `npm run sdks`.
#include <future>
#include <fstream>
#include <iostream>
#include <iterator>

#include "latchkey.hpp"

namespace latchkey {

struct TestAccess {
  static void prepare(const Client& client, const std::string& challenge, long long newest, const std::string& session) {
    client.state_->new_challenge = [challenge] { return challenge; };
    client.state_->newest = newest;
    client.state_->session = session;
  }
  static std::string session(const Client& client) { return client.state_->session; }
  static Result<std::string> open(Client& client) {
    return Client::attempt([&] { return client.open(); });
  }
};

}  // namespace latchkey

using namespace latchkey;
using detail::Json;
using Outcome = std::vector<std::string>;

static int passed = 0;
static std::vector<std::string> failed;
static const std::string https = "https://licenses.example.com";

static std::string show(const Outcome& outcome) {
  std::string text;
  for (const std::string& one : outcome) text += "[" + one + "]";
  return text;
}

static void expect(const std::string& name, const Outcome& found, const Outcome& wanted) {
  if (found == wanted)
    passed++;
  else
    failed.push_back(name + ": " + show(found) + ", not " + show(wanted));
}

static Outcome outcome(const Error& error) {
  static const char* kinds[] = {"refused", "network", "signature", "clock", "line", ""};
  return {error.reason, kinds[static_cast<int>(error.kind)], ""};
}

static Outcome outcome(const Result<std::string>& result) { return result ? Outcome{"ok", "", *result} : outcome(result.error()); }

static Outcome outcome(const Result<Account>& result) {
  if (!result) return outcome(result.error());
  std::string text = result->username;
  for (const Subscription& one : result->subscriptions)
    text += " " + one.name + "/" + one.level + "/" + (one.expires ? std::to_string(*one.expires) : "");
  return {"ok", "", text};
}

static Outcome outcome(const Result<Done>& result) { return result ? Outcome{"ok", "", ""} : outcome(result.error()); }

static void compare(const Json& given, const Outcome& found) {
  const std::string &either = given["or"].text, &result = given["result"].text;
  // Libraries differ about some JSON; then only the result counts.
  bool is_either = !either.empty() && (found[0] == either || found[0] == result);
  expect(given["name"].text, found, is_either ? found : Outcome{result, given["kind"].text, given["value"].text});
}

static std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

static Json load(const std::string& name) {
  std::ifstream file(environment("LATCHKEY_VECTORS") + "/" + name + ".json");
  return detail::parse(std::string(std::istreambuf_iterator<char>(file), {}));
}

static std::string from_base64(std::string text) {
  text.erase(text.find_last_not_of('=') + 1);
  for (char& c : text) c = c == '+' ? '-' : c == '/' ? '_' : c;
  return text.empty() ? "" : detail::from_base64url(text);
}

static std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

static Options options_of(const Json& file, const std::string& address, const std::string& keys) {
  return {address, file["name"].text, file["ownerid"].text, "1.0", split(keys)};
}

static Outcome run(Client client, const std::string& operation) {
  if (operation == "init") return outcome(TestAccess::open(client));
  if (operation == "login") return outcome(client.login("anna", "secret"));
  if (operation == "license") return outcome(client.license("KEY"));
  if (operation == "trial") return outcome(client.trial("anna", "secret"));
  if (operation == "register") return outcome(client.register_user("anna", "secret", "KEY"));
  if (operation == "check") return outcome(client.check());
  if (operation == "logout") return outcome(client.logout());
  if (operation == "var") return outcome(client.variable("x"));
  if (operation == "getvar") return outcome(client.user_variable("x"));
  if (operation == "setvar") return outcome(client.set_user_variable("x", "y"));
  if (operation == "log") return outcome(client.log("x"));
  if (operation == "webhook") return outcome(client.webhook("x"));
  if (operation == "ban") return outcome(client.ban("x"));
  if (operation == "file") {
    Result<File> file = client.file("x");
    return file ? Outcome{"ok", "", std::to_string(file->size) + " " + file->sha256} : outcome(file.error());
  }
  Result<std::optional<long long>> until = client.redeem("anna", "KEY");
  return until ? Outcome{"ok", "", *until ? std::to_string(**until) : ""} : outcome(until.error());
}

static void answers() {
  Json file = load("answers");
  for (const Json& given : file["cases"].items) {
    Options options = options_of(file, https, given["keys"].text);
    options.challenge = given["challenge"].is(Json::Type::text);
    options.clock = [&] { return *given["now"].whole(); };
    options.transport = [&](const Request&, const Receive& receive) -> Result<Response> {
      Response response{static_cast<long>(*given["status"].whole()), {{"content-type", given["contentType"].text}}};
      if (given["timestamp"].is(Json::Type::text)) response.headers["x-signature-timestamp"] = given["timestamp"].text;
      if (given["signature"].is(Json::Type::text)) response.headers["x-signature-ed25519"] = given["signature"].text;
      receive(response, from_base64(given["body"].text));
      return response;
    };
    Result<Client> client = Client::create(options);
    if (client)
      TestAccess::prepare(*client, given["challenge"].text, *given["newest"].whole(), given["type"].text == "init" ? "" : "the-session");
    compare(given, client ? run(*client, given["type"].text) : outcome(client.error()));
  }
}

static void passes() {
  Json file = load("passes");
  for (const Json& given : file["cases"].items) {
    Options options = options_of(file, https, given["keys"].text);
    options.device_id = given["device"].text;
    options.clock = [&] { return *given["now"].whole(); };
    Result<OfflinePass> pass = (*Client::create(options)).verify_pass(given["pass"].text);
    compare(given, pass ? Outcome{"ok", "", pass->username} : outcome(pass.error()));
  }
}

static Result<Client> launched(const Options& options, const std::string& line) {
  std::istringstream input(line);
  return Client::from_loader(options, input);
}

static void lines() {
  Json file = load("lines");
  for (const Json& given : file["cases"].items) {
    Result<Client> client = launched(options_of(file, file["address"].text, given["keys"].text), from_base64(given["line"].text));
    compare(given, client ? Outcome{"ok", "", TestAccess::session(*client)} : outcome(client.error()));
  }
}

static void features() {
  Json file = load("features");
  for (const Json& given : file["cases"].items) {
    Json answer;
    answer.type = Json::Type::object;
    answer.names = {"info"};
    answer.items = {given["content"]};
    const Json& content = given["content"];
    Features found = detail::features_of(content["features"]);
    if (given["source"].text == "answer") found = detail::account_of(answer).features;
    if (given["source"].text == "pass")
      found = detail::pass_of(content, content["name"].text, content["ownerid"].text, *given["now"].whole()).features;
    bool is_same = found == detail::features_of(given["features"]);
    expect(given["name"].text, {is_same ? "same" : "different", "", ""}, {"same", "", ""});
  }
  bool is_right = !has_feature({{"a", 0.0}}, "a") && has_feature({{"a", 1.0}}, "a");
  expect("has_feature", {is_right ? "ok" : "wrong", "", ""}, {"ok", "", ""});
}

static void options() {
  Json file = load("options");
  for (const Json& given : file["cases"].items) {
    Result<Client> client = Client::create(options_of(file, given["address"].text, given["keys"].text));
    compare(given, client ? Outcome{"ok", "", ""} : outcome(client.error()));
  }
}

static void http() {
  Json file = load("http"), servers = detail::parse(environment("LATCHKEY_SERVERS"));
  for (const Json& given : file["cases"].items) {
    Options options = options_of(file, servers[given["address"].text].text + given["path"].text, file["keys"].text);
    options.timeout = std::chrono::seconds(*given["timeoutSeconds"].whole());
    Client client = *Client::create(options);
    if (given["operation"].text == "login") {
      Result<Account> account = client.login(file["username"].text, file["password"].text);
      compare(given, account ? Outcome{"ok", "", account->username} : outcome(account.error()));
      continue;
    }
    Result<long long> size = client.download(file["file"].text, [](std::string_view) {});
    compare(given, size ? Outcome{"ok", "", std::to_string(*size)} : outcome(size.error()));
  }
}

static Transport failing(const Error& error) {
  return [error](const Request&, const Receive&) -> Result<Response> { return error; };
}

/// A pass decides only if nothing answers.
static void offline() {
  Json file = load("passes");
  const Json& given = file["cases"].items[0];
  struct Row {
    Error error;
    std::string result;
  };
  const Row rows[] = {
      {{Kind::network, "unreachable"}, "ok"},
      {{Kind::signature, "bad-signature"}, "bad-signature"},
      {{Kind::refused, "banned"}, "banned"},
      {{Kind::clock, "clock-skew"}, "clock-skew"},
  };
  for (const Row& row : rows)
    for (std::string session : {"null", "\"the-session\""}) {
      std::string line = R"({"v":1,"baseUrl":")" + https + R"(","name":")" + file["name"].text + R"(","ownerid":")" + file["ownerid"].text +
                         R"(","sessionid":)" + session + R"(,"publicKey":")" + given["keys"].text +
                         R"(","challenge":"required","method":"GET","offline":")" + given["pass"].text + "\"}";
      Options options = options_of(file, https, given["keys"].text);
      options.device_id = given["device"].text;
      options.clock = [&] { return *given["now"].whole(); };
      options.transport = failing(row.error);
      Result<Account> account = (*launched(options, line)).check();
      expect("a pass after " + row.error.reason + ", session " + session, {outcome(account)[0]}, {session == "null" ? "ok" : row.result});
    }
}

static void watch() {
  Options options{https, "My App", "abcde12345", "1.0", {std::string(64, '5')}};
  options.transport = failing({Kind::network, "unreachable"});
  std::promise<std::string> reported;
  bool is_first = true;
  Watch watch = (*Client::create(options)).watch(std::chrono::milliseconds(5), [&](const Result<Account>& result) {
    if (std::exchange(is_first, false)) reported.set_value(result.error().reason);
  });
  expect("watch", {reported.get_future().get()}, {"unreachable"});
}

static void live() {
  Json live = detail::parse(environment("LATCHKEY_SERVICE"));
  if (live.is(Json::Type::missing)) return;
  Options options{live["address"].text, live["application"].text, live["ownerid"].text, live["version"].text, split(live["keys"].text)};
  options.device_id = live["device"].text;
  Client client = *Client::create(options);
  const std::string &user = live["username"].text, password = "correct horse ä";
  auto key = [&](std::size_t at) { return live["licenses"].items[at].text; };
  auto name = [](const Result<Account>& account) { return account ? account->username : account.error().reason; };
  expect("live: register", {name(client.register_user(user, password, key(0)))}, {user});
  long long before = *(*client.check()).subscriptions[0].expires;
  expect("live: variable", outcome(client.variable(live["variable"].text)), {"ok", "", live["value"].text});
  expect("live: set user variable", outcome(client.set_user_variable("theme", "dark ä&+%")), {"ok", "", ""});
  expect("live: user variable", outcome(client.user_variable("theme")), {"ok", "", "dark ä&+%"});
  expect("live: redeem", {**client.redeem(user, key(1)) > before ? "later" : ""}, {"later"});
  long long written = 0;
  Result<long long> size = client.download(live["file"].text, [&](std::string_view bytes) { written += static_cast<long long>(bytes.size()); });
  expect("live: download", {std::to_string(*size), std::to_string(written)}, {std::to_string(*live["size"].whole()), std::to_string(*size)});
  expect("live: log", outcome(client.log("tested")), {"ok", "", ""});
  expect("live: webhook", {outcome(client.webhook("none"))[0]}, {"webhook-unknown"});
  expect("live: used key", {client.redeem(user, key(0)).error().reason}, {"key-used"});
  expect("live: logout", outcome(client.logout()), {"ok", "", ""});
  expect("live: after logout", outcome(client.check()), {"not-signed-in", "refused", ""});
  expect("live: wrong password", outcome(client.login(user, "wrong")), {"bad-credentials", "refused", ""});
  expect("live: login", {name(client.login(user, password))}, {user});
  expect("live: license", {name(client.license(key(2)))}, {key(2)});
  expect("live: ban", outcome(client.ban("tested")), {"ok", "", ""});
  expect("live: banned", {name(client.login(key(2), key(2)))}, {"banned"});
}

int main() {
  for (auto run : {answers, passes, lines, features, options, http, offline, watch, live}) run();
  for (const std::string& one : failed) std::cout << one << "\n";
  std::cout << "cpp: " << passed << " passed, " << failed.size() << " failed\n";
  return failed.empty() ? 0 : 1;
}
