// Compiles Asio's TLS functions for the test's client; the server has no use for them.
#include <boost/asio/ssl/impl/src.hpp>
